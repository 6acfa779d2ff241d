import {
  moderationKinds,
  type NotificationGroup,
  type NotificationKind,
  type NotificationType,
  notificationGroups,
} from '@afterhours/contract/constants/notifications';
import type { Price } from '@afterhours/contract/constants/webinars';
import { type RawBuilder, sql } from 'kysely';
import { notLeaving } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import { personColumns } from '#features/people/loaders.ts';
import { type GroupKey, isOfInvitation } from './groups.ts';
import type { NotificationRow } from './views.ts';

export type NewNotification = {
  userId: string;
  actorId: string;
  type: NotificationType;
  /** Notifications of one group are combined into one while it is unread. */
  groupKey: GroupKey;
  parentId: string;
  postId: string | null;
  commentId: string | null;
  /** Text that a member wrote for all readers. Muted words and tags in it suppress the notification. */
  text?: string;
  kind: NotificationKind;
  /** The amount of a payout. */
  price?: Price;
  link: string;
};

/** The columns of a NotificationRow over `n` (notifications) and `u` (the newest actor). */
export const columns = sql`
  n.id AS notification_id, n.type, n.parent_id, n.actors_count, n.kind, n.content, n.link, n.read_at, n.created_at,
  u.id, ${personColumns}`;

/** SQL: whether the newest actor of `n` is still there; notifications about a member who leaves are being deleted. */
const ACTOR_STAYS = notLeaving(sql.ref('n.actor_id'));

export const NOTIFICATIONS_LIST = 'notifications';
export const notificationKey = (row: NotificationRow): CursorKey => [row.created_at.toISOString(), row.notification_id];

/** SQL: the types of a group, as in the condition of its index. Notifications by moderators belong to no group. */
const ofGroup = (group: NotificationGroup): RawBuilder<unknown> =>
  sql`AND n.type IN (${sql.join(notificationGroups[group].map((type) => sql.lit(type)))})
    AND coalesce(n.kind, '') NOT IN (${sql.join(moderationKinds.map((kind) => sql.lit(kind)))})`;

/** Returns one page of a member's notifications, newest first, plus one more row; with `group`, only of that group. */
export async function selectNotifications(
  db: Db,
  userId: string,
  start: PageStart,
  group: NotificationGroup | null = null,
): Promise<NotificationRow[]> {
  const after = start.after
    ? sql`AND (n.created_at, n.id) < (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications n JOIN users u ON u.id = n.actor_id
    WHERE n.user_id = ${userId}::uuid AND ${ACTOR_STAYS} ${after} ${group === null ? sql`` : ofGroup(group)}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

type FirstRow = Partial<NotificationRow> & { unread_only: boolean | null; total: number; unread: number };

/** Selects the first pages of all and of unread notifications, with both counts, as a client needs to open the list. */
const selectFirst = prepare<{ userId: string; rows: number }, FirstRow>('notifications-first', ({ userId, rows }) => {
  const newest = (condition: RawBuilder<unknown>) => sql`
    SELECT n.* FROM notifications n WHERE n.user_id = ${userId}::uuid AND ${ACTOR_STAYS} AND ${condition}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${rows}::integer`;
  return sql<FirstRow>`
    SELECT n.unread_only, m.total_notifications AS total, m.unread_notifications AS unread, ${columns}
    FROM member_counters m
    LEFT JOIN (
      SELECT false AS unread_only, every.* FROM (${newest(sql`TRUE`)}) every
      UNION ALL SELECT true, unread.* FROM (${newest(sql`n.read_at IS NULL`)}) unread
    ) n ON TRUE
    LEFT JOIN users u ON u.id = n.actor_id
    WHERE m.user_id = ${userId}::uuid
    ORDER BY n.created_at DESC, n.id DESC`;
});

export type Loaded = { rows: NotificationRow[]; unreadRows: NotificationRow[]; total: number; unread: number };

/**
 * Returns the first page of a member's notifications plus one more row, the same for the unread ones, and both counts.
 */
export async function selectFirstPages(db: Db, userId: string, limit: number): Promise<Loaded> {
  const rows = await selectFirst(db, { userId, rows: limit + 1 });
  // A member without notifications has one row, with only the counts.
  const found = rows.filter((row): row is FirstRow & NotificationRow => typeof row.notification_id === 'string');
  return {
    rows: found.filter((row) => !row.unread_only),
    unreadRows: found.filter((row) => row.unread_only),
    total: rows[0]?.total ?? 0,
    unread: rows[0]?.unread ?? 0,
  };
}

export async function selectNotification(db: Db, userId: string, id: string): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications n JOIN users u ON u.id = n.actor_id
    WHERE n.id = ${id}::uuid AND n.user_id = ${userId}::uuid AND ${ACTOR_STAYS}`.execute(db);
  return rows[0];
}

export async function selectCounts(db: Db, userId: string): Promise<{ total: number; unread: number }> {
  const row = await db
    .selectFrom('member_counters')
    .select(['total_notifications', 'unread_notifications'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { total: row?.total_notifications ?? 0, unread: row?.unread_notifications ?? 0 };
}

/** Marks one, or all, of a member's unread notifications as read. */
export async function markRead(db: Db, userId: string, id: string | null): Promise<void> {
  let query = db
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (id !== null) query = query.where('id', '=', id);
  await query.execute();
}

/** Marks the unread notification of a group as read. Returns false if there is none. */
export async function markGroupRead(db: Db, userId: string, groupKey: GroupKey): Promise<boolean> {
  const marked = await db
    .updateTable('notifications')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('group_key', '=', groupKey)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** Deletes a member's read notifications of a group, except the newest. */
export async function deleteOlderRead(db: Db, userId: string, groupKey: GroupKey): Promise<void> {
  await sql`
    DELETE FROM notifications WHERE user_id = ${userId}::uuid AND group_key = ${groupKey} AND read_at IS NOT NULL
      AND id <> (
        SELECT n.id FROM notifications n
        WHERE n.user_id = ${userId}::uuid AND n.group_key = ${groupKey} AND n.read_at IS NOT NULL
        ORDER BY n.created_at DESC, n.id DESC LIMIT 1
      )`.execute(db);
}

/** Whether the member was notified of an invitation by this sender within the last ten minutes. */
export async function wasInvitedLately(db: Db, userId: string, fromUserId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM notifications n
    WHERE n.user_id = ${userId}::uuid AND n.created_at > now() - interval '10 minutes'
      AND n.actor_id = ${fromUserId}::uuid
      AND n.type = 'connection' AND ${isOfInvitation} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function deleteNotificationRow(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Removes one actor from all notifications of these members, and deletes those without another actor. */
export async function deleteNotificationsOf(db: Db, userIds: readonly string[], actorId: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM notification_actors a USING notifications n
      WHERE n.id = a.notification_id AND n.user_id = ANY (${userIds}::uuid[]) AND a.actor_id = ${actorId}::uuid
      RETURNING a.notification_id
    ), emptied AS (
      DELETE FROM notifications n USING gone WHERE n.id = gone.notification_id AND n.actors_count = 1
    )
    UPDATE notifications n SET actors_count = n.actors_count - 1, actor_id = (
      SELECT a.actor_id FROM notification_actors a
      WHERE a.notification_id = n.id AND a.actor_id <> ${actorId}::uuid ORDER BY a.created_at DESC LIMIT 1
    )
    FROM gone WHERE n.id = gone.notification_id AND n.actors_count > 1`.execute(db);
}

/** Returns the ids of members, all or so many, who have a notification about an action of this member. */
export async function selectRecipientsOf(db: Db, actorId: string, most: number | null = null): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT n.user_id FROM notification_actors a JOIN notifications n ON n.id = a.notification_id
    WHERE a.actor_id = ${actorId}::uuid LIMIT ${most}::integer`.execute(db);
  return rows.map((row) => row.user_id);
}
