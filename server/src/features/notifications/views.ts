import type { Notification, NotificationType } from '@afterhours/contract/notifications';
import { type PersonRow, toPersonView } from '#features/people/views.ts';

export type NotificationRow = PersonRow & {
  notification_id: string;
  type: NotificationType;
  parent_id: string | null;
  actors_count: number;
  content: string;
  link: string;
  read_at: Date | null;
  created_at: Date;
};

/** "Ana Lima", "Ana Lima and 1 other", "Ana Lima and 12 others". */
function actorsText(name: string, actorsCount: number): string {
  const others = actorsCount - 1;
  if (others <= 0) return name;
  return `${name} and ${others.toLocaleString('en-US')} ${others === 1 ? 'other' : 'others'}`;
}

export const toNotificationView = (row: NotificationRow): Notification => ({
  _id: row.notification_id,
  type: row.type,
  content: `${actorsText(`${row.first_name} ${row.last_name}`, row.actors_count)} ${row.content}`,
  parent_id: row.parent_id,
  actor: toPersonView(row),
  link: row.link,
  read: row.read_at !== null,
  createdAt: row.created_at.toISOString(),
});
