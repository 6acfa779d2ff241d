import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { columns } from './queries.ts';
import type { NotificationRow } from './views.ts';

/** A new or changed notification; without one, only the member's count has changed. */
export type News = { userId: string; notificationId: string | null };
export type Announced = { row: NotificationRow | null; unread: number };

type Row = Omit<NotificationRow, 'notification_id'> & { notification_id: string | null; place: number; unread: number };
type Asked = { userIds: string[]; ids: (string | null)[] };

const selectAll = prepare<Asked, Row>(
  'notifications-announced',
  ({ userIds, ids }) => sql<Row>`
    SELECT asked.place::integer AS place, m.unread_notifications AS unread, ${columns}
    FROM unnest(${userIds}::uuid[], ${ids}::uuid[]) WITH ORDINALITY AS asked(user_id, notification_id, place)
    JOIN member_counters m ON m.user_id = asked.user_id
    LEFT JOIN notifications n ON n.id = asked.notification_id AND n.user_id = asked.user_id
    LEFT JOIN users u ON u.id = n.actor_id`,
);

/** Returns the notifications as they are now, each with its member's unread count, in the order of `news`. */
export async function selectAnnounced(db: Db, news: readonly News[]): Promise<Announced[]> {
  const rows = await selectAll(db, {
    userIds: news.map(({ userId }) => userId),
    ids: news.map(({ notificationId }) => notificationId),
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return news.map((_news, index) => {
    const row = found.get(index + 1);
    const { notification_id } = row ?? { notification_id: null };
    return { row: row && notification_id !== null ? { ...row, notification_id } : null, unread: row?.unread ?? 0 };
  });
}
