/** Toasts for notifications that arrive live. */
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { announceOnly } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { showLink } from '#ui/toasts/link-toast.tsx';
import { markRead } from './notification-commands.ts';
import { commentOf, toText } from './notification-text.ts';

const AGAIN_MS = 60_000;
/** Actions that can be undone and repeated, unlike messages and comments: a quick repeat is not announced. */
const repeatable: ReadonlySet<Notification['type']> = new Set(['like', 'follow', 'connection'] as const);
const announced = new Map<string, number>();

/**
 * Shows a toast that leads to what a notification is about, unless the same one was shown within the last minute. If
 * the page itself shows it (`inSight`), it is announced to screen readers alone.
 */
export function announce(notification: Notification, inSight = false, now = Date.now()): AppThunk {
  return (dispatch) => {
    const { type, link } = notification;
    const content = toText(notification);
    for (const [key, at] of announced) if (now - at >= AGAIN_MS) announced.delete(key);
    const key = `${type} ${link} ${content}`;
    if (repeatable.has(type) && announced.has(key)) return;
    announced.set(key, now);
    if (inSight) return announceOnly(content);
    showLink({
      message: content,
      to: link,
      state: commentOf(notification),
      onOpen: () => void dispatch(markRead(notification)),
    });
  };
}
