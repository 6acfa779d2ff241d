/** A member's notifications that are to be mailed. */
import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import { type RawBuilder, sql } from 'kysely';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { loadViews } from '../details.ts';
import { columns } from '../queries.ts';
import type { NotificationRow } from '../views.ts';

/** One mail covers at most this many, though it names only the newest. */
const MAX_PER_MAIL = 1_000;
const NAMED = 10;

type MailQuery = { userId: string; kinds: readonly NotificationKind[]; since: Date };

/** SQL: whether the notification `n` is waiting to be mailed and of one of these kinds. */
const waiting = ({ userId, kinds, since }: MailQuery): RawBuilder<unknown> => sql`
  n.user_id = ${userId}::uuid AND n.created_at >= ${since} AND n.read_at IS NULL AND n.mailed_at IS NULL
  AND n.kind = ANY (${[...kinds]}::text[]) AND ${memberVisibleTo(sql.ref('n.user_id'), sql.ref('n.actor_id'))}`;

/** Returns the ids of all waiting notifications, newest first, and the first ones as their recipient sees them. */
export async function loadToMail(db: Db, query: MailQuery): Promise<{ ids: string[]; views: Notification[] }> {
  const { rows } = await sql<{ id: string }>`
    SELECT n.id FROM notifications n WHERE ${waiting(query)}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${MAX_PER_MAIL}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const first = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications n JOIN users u ON u.id = n.actor_id
    WHERE n.id = ANY (${ids.slice(0, NAMED)}::uuid[]) ORDER BY n.created_at DESC, n.id DESC`.execute(db);
  return { ids, views: await loadViews(db, first.rows) };
}

/** Whether any notifications are waiting to be mailed. */
export async function hasToMail(db: Db, query: MailQuery): Promise<boolean> {
  return (await sql`SELECT 1 FROM notifications n WHERE ${waiting(query)} LIMIT 1`.execute(db)).rows.length > 0;
}

export async function setMailed(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE notifications SET mailed_at = now() WHERE id = ANY (${[...ids]}::uuid[]) AND mailed_at IS NULL`.execute(db);
}
