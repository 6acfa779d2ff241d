import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { NotificationChange } from './events.ts';
import { columns } from './queries.ts';
import type { NotificationRow } from './views.ts';

export type Announced = { row: NotificationRow | null; unread: number };

type Row = Omit<NotificationRow, 'notification_id'> & {
  notification_id: string | null;
  ordinal: number;
  unread: number;
};
type ChangeQuery = { userIds: string[]; ids: (string | null)[] };

const selectAll = prepare<ChangeQuery, Row>(
  'notifications-announced',
  ({ userIds, ids }) => sql<Row>`
    SELECT requested.ordinal::integer AS ordinal, m.unread_notifications AS unread, ${columns}
    FROM unnest(${userIds}::uuid[], ${ids}::uuid[]) WITH ORDINALITY AS requested(user_id, notification_id, ordinal)
    JOIN member_counters m ON m.user_id = requested.user_id
    LEFT JOIN notifications n ON n.id = requested.notification_id AND n.user_id = requested.user_id
    LEFT JOIN users u ON u.id = n.actor_id`,
);

/** Returns the current notifications, each with its member's unread count, in the order of the changes. */
export async function selectAnnounced(db: Db, changes: readonly NotificationChange[]): Promise<Announced[]> {
  const rows = await selectAll(db, {
    userIds: changes.map(({ userId }) => userId),
    ids: changes.map(({ notificationId }) => notificationId),
  });
  const rowByOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return changes.map((_change, index) => {
    const row = rowByOrdinal.get(index + 1);
    const { notification_id } = row ?? { notification_id: null };
    return { row: row && notification_id !== null ? { ...row, notification_id } : null, unread: row?.unread ?? 0 };
  });
}
