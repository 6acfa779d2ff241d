import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

/** Returns the name of a member, whether blocked or not, or null if the member does not exist. */
export async function selectName(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}` : null;
}

/** Stores the rows of a block for both members. Returns false if the member had already blocked the other. */
export async function insertBlock(db: Db, userId: string, blockedId: string): Promise<boolean> {
  const { rows } = await sql<{ by_user: boolean }>`
    INSERT INTO member_blocks AS block (user_id, other_user_id, by_user)
    SELECT * FROM (VALUES (${userId}::uuid, ${blockedId}::uuid, true), (${blockedId}::uuid, ${userId}::uuid, false))
      sides(user_id, other_user_id, by_user) ORDER BY user_id
    ON CONFLICT (user_id, other_user_id) DO UPDATE SET by_user = true, created_at = now()
      WHERE excluded.by_user AND NOT block.by_user
    RETURNING by_user`.execute(db);
  return rows.some((row) => row.by_user);
}

/** Deletes one member's block; a block in the other direction stays. Returns false if there was none. */
export async function deleteBlock(db: Db, userId: string, blockedId: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean; theirs: boolean }>`
    SELECT bool_or(by_user AND user_id = ${userId}::uuid) AS mine, bool_or(by_user
      AND user_id <> ${userId}::uuid) AS theirs
    FROM (
      SELECT user_id, by_user FROM member_blocks
      WHERE (user_id, other_user_id) IN ((${userId}::uuid, ${blockedId}::uuid), (${blockedId}::uuid, ${userId}::uuid))
      ORDER BY user_id FOR UPDATE
    ) pair`.execute(db);
  const blocks = rows[0];
  if (!blocks?.mine) return false;
  if (blocks.theirs) {
    await db
      .updateTable('member_blocks')
      .set({ by_user: false })
      .where('user_id', '=', userId)
      .where('other_user_id', '=', blockedId)
      .execute();
    return true;
  }
  await sql`
    DELETE FROM member_blocks
    WHERE (user_id, other_user_id) IN ((${userId}::uuid, ${blockedId}::uuid), (${blockedId}::uuid,
      ${userId}::uuid))`.execute(db);
  return true;
}

export type BlockedRow = PersonRow & { blocked_at: Date };
export const blockedKey = (row: BlockedRow): CursorKey => [row.blocked_at.toISOString(), row.id];

/** Returns one page of the members that a member has blocked, latest first, plus one more row. */
export async function selectBlocked(db: Db, userId: string, start: PageStart): Promise<BlockedRow[]> {
  const after = start.after
    ? sql`AND (b.created_at, b.other_user_id) < (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<BlockedRow>`
    SELECT b.created_at AS blocked_at, u.id, ${personColumns}
    FROM member_blocks b JOIN users u ON u.id = b.other_user_id
    WHERE b.user_id = ${userId}::uuid AND b.by_user ${after}
    ORDER BY b.created_at DESC, b.other_user_id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}
