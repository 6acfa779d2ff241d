import type { Notification } from '@afterhours/contract/notifications';
import { formatDate } from '#lib/text/format.ts';

export type Day = { label: string; notifications: Notification[] };

const dayOf = (value: string | number): string => new Date(value).toDateString();

/** Groups what is sorted newest first by local day: Today, Yesterday, then the date. */
export function groupByDay(notifications: readonly Notification[], now: number = Date.now()): Day[] {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  const names = new Map([
    [dayOf(now), 'Today'],
    [yesterday.toDateString(), 'Yesterday'],
  ]);
  const days: Day[] = [];
  for (const notification of notifications) {
    const label = names.get(dayOf(notification.createdAt)) ?? formatDate(notification.createdAt, now);
    const last = days.at(-1);
    if (last?.label === label) last.notifications.push(notification);
    else days.push({ label, notifications: [notification] });
  }
  return days;
}
