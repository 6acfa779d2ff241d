import { defineMessages } from '@afterhours/contract/base/message';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { formatDate } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';

const texts = defineMessages('notifications.days', {
  today: 'Today',
  yesterday: 'Yesterday',
});

export type Day = { label: string; notifications: Notification[] };

const dayOf = (value: string | number): string => new Date(value).toDateString();

/** Groups notifications, which are sorted newest first, by local day: Today, Yesterday, then the date. */
export function groupByDay(notifications: readonly Notification[], now: number = Date.now()): Day[] {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  const names = new Map([
    [dayOf(now), t(texts.today)],
    [yesterday.toDateString(), t(texts.yesterday)],
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
