/** The members whose chats are open in this tab. */
import { useEffect } from 'react';

const open = new Map<string, number>();

/** Whether a chat is open in a visible tab: its messages need no notification. */
export const isChatVisible = (userId: string): boolean => open.has(userId) && document.visibilityState === 'visible';

export function useOpenChat(userId: string): void {
  useEffect(() => {
    open.set(userId, (open.get(userId) ?? 0) + 1);
    return () => {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    };
  }, [userId]);
}
