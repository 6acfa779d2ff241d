/** Toasts for notifications that arrive live. */
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { showInfo } from '#lib/notify.ts';
import { toText } from './notification-text.ts';

const AGAIN_MS = 60_000;
/** Actions that can be undone and repeated, unlike messages and comments: a quick repeat is not announced. */
const repeatable: ReadonlySet<Notification['type']> = new Set(['like', 'follow', 'connection'] as const);
const announced = new Map<string, number>();

/** Shows a toast for a notification, unless the same one was shown within the last minute. */
export function announce(notification: Notification, now = Date.now()): void {
  const { type, link } = notification;
  const content = toText(notification);
  for (const [key, at] of announced) if (now - at >= AGAIN_MS) announced.delete(key);
  const key = `${type} ${link} ${content}`;
  if (repeatable.has(type) && announced.has(key)) return;
  announced.set(key, now);
  showInfo(content);
}
