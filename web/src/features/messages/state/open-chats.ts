/** The members whose chats this tab shows. */
import { useEffect } from 'react';

const open = new Map<string, number>();

/** Whether a chat is open in a visible tab: its messages need no notification. */
export const isChatVisible = (userId: string): boolean => open.has(userId) && document.visibilityState === 'visible';

/** The id of a chat's row in a list of chats. */
export const rowId = (userId: string): string => `chat-row-${userId}`;

/** Whether a list of chats shows the row of this one, with its unread messages. */
export function isRowInSight(userId: string): boolean {
  const { top = -1, bottom = 0 } = document.getElementById(rowId(userId))?.getBoundingClientRect() ?? {};
  return document.visibilityState === 'visible' && top >= 0 && bottom > top && bottom <= innerHeight;
}

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
