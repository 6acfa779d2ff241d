/** The notifications of a member that are to be mailed. */
import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import type { Notification } from '@afterhours/contract/notifications';
import { type RawBuilder, sql } from 'kysely';
import { membersMeet } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { loadViews } from '../details.ts';
import { columns } from '../queries.ts';
import type { NotificationRow } from '../views.ts';

/** As many are in one mail at most, though it names only the newest. */
const IN_A_MAIL = 1_000;

type Asked = { userId: string; kinds: readonly NotificationKind[]; since: Date };

/** SQL: the notifications `n` that wait to be mailed, of these kinds. */
const waiting = ({ userId, kinds, since }: Asked): RawBuilder<unknown> => sql`
  n.user_id = ${userId}::uuid AND n.created_at >= ${since} AND n.read_at IS NULL AND n.mailed_at IS NULL
  AND n.kind = ANY (${[...kinds]}::text[]) AND ${membersMeet(sql.ref('n.user_id'), sql.ref('n.actor_id'))}`;

/** Returns the ids of all that wait, newest first, and the first of them as their reader sees them. */
export async function loadToMail(
  db: Db,
  asked: Asked,
  shown: number,
): Promise<{ ids: string[]; views: Notification[] }> {
  const { rows } = await sql<{ id: string }>`
    SELECT n.id FROM notifications n WHERE ${waiting(asked)}
    ORDER BY n.created_at DESC, n.id DESC LIMIT ${IN_A_MAIL}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const first = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications n JOIN users u ON u.id = n.actor_id
    WHERE n.id = ANY (${ids.slice(0, shown)}::uuid[]) ORDER BY n.created_at DESC, n.id DESC`.execute(db);
  return { ids, views: await loadViews(db, first.rows) };
}

/** Returns whether any wait to be mailed. */
export async function hasToMail(db: Db, asked: Asked): Promise<boolean> {
  return (await sql`SELECT 1 FROM notifications n WHERE ${waiting(asked)} LIMIT 1`.execute(db)).rows.length > 0;
}

export async function setMailed(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE notifications SET mailed_at = now() WHERE id = ANY (${[...ids]}::uuid[]) AND mailed_at IS NULL`.execute(db);
}
