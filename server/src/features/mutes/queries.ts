import type { MuteKind } from '@afterhours/contract/mutes';
import { type RawBuilder, sql } from 'kysely';
import { foldWord } from '#access/muted-words.ts';
import { memberVisible, postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { MuteRow } from './views.ts';

export type Named = { kind: MuteKind; value: string };

/**
 * SQL: a member's mutes that have not expired, with what they refer to if visible. The condition may refer to the mute
 * as `m`.
 */
const mutesWhere = (userId: string, condition: RawBuilder<unknown>) => sql<MuteRow>`
  SELECT m.id AS mute_id, m.kind, m.value, m.until, m.created_at,
    left(coalesce(nullif(p.title, ''), p.description), 100) AS title, u.id, ${personColumns}
  FROM mutes m LEFT JOIN users u ON u.id = m.member_id AND ${memberVisible(userId)}
  LEFT JOIN posts p ON p.id = m.post_id AND ${postVisible(userId)}
  WHERE m.user_id = ${userId}::uuid AND (m.until IS NULL OR m.until > now()) AND ${condition}
  ORDER BY m.created_at DESC, m.id DESC`;

export const selectMutes = async (db: Db, userId: string): Promise<MuteRow[]> =>
  (await mutesWhere(userId, sql`TRUE`).execute(db)).rows;

export const selectMute = async (db: Db, userId: string, { kind, value }: Named): Promise<MuteRow | undefined> =>
  (await mutesWhere(userId, sql`m.kind = ${kind} AND m.value = ${value}`).execute(db)).rows[0];

/** Deletes the member's expired mutes. Returns the number of the others, without this one. */
export async function countOthers(db: Db, userId: string, { kind, value }: Named): Promise<number> {
  await sql`DELETE FROM mutes WHERE user_id = ${userId}::uuid AND until <= now()`.execute(db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM mutes
    WHERE user_id = ${userId}::uuid AND NOT (kind = ${kind} AND value = ${value})`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function putMute(db: Db, userId: string, { kind, value }: Named, until: RawBuilder<unknown>) {
  await sql`
    INSERT INTO mutes (id, user_id, kind, value, member_id, post_id, folded, until)
    VALUES (${newId()}::uuid, ${userId}::uuid, ${kind}, ${value}, ${kind === 'member' ? value : null}::uuid,
      ${kind === 'post' ? value : null}::uuid, ${kind === 'word' ? foldWord(value) : null}, ${until})
    ON CONFLICT (user_id, kind, value) DO UPDATE SET until = excluded.until, folded = excluded.folded`.execute(db);
}

export async function removeMute(db: Db, userId: string, { kind, value }: Named): Promise<boolean> {
  const removed = await db
    .deleteFrom('mutes')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
