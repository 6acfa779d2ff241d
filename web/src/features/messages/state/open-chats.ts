/** The members whose chats are open in this window. */
import { useEffect } from 'react';

const open = new Map<string, number>();

/** Whether a chat is open and this window in sight: nothing needs to be said of a message in it. */
export const isInSight = (userId: string): boolean => open.has(userId) && document.visibilityState === 'visible';

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
