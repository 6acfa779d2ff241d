/** The record of the moves that are under way. */
import type { Db } from '#db/connection/pool.ts';
import type { MemberMovesTable } from '#db/schema/tables/moderation.ts';

export type MoveKind = MemberMovesTable['kind'];

/** Records a move. A deletion that has begun goes on. */
export async function upsertMove(db: Db, userId: string, kind: MoveKind): Promise<void> {
  await db
    .insertInto('member_moves')
    .values({ user_id: userId, kind })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ kind }).where('member_moves.kind', '<>', 'deletion'),
    )
    .execute();
}

export async function selectMove(db: Db, userId: string): Promise<MoveKind | undefined> {
  const row = await db.selectFrom('member_moves').select('kind').where('user_id', '=', userId).executeTakeFirst();
  return row?.kind;
}

export async function deleteMove(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('member_moves').where('user_id', '=', userId).execute();
}

/** Returns the members with such a move of whom no server is processing a batch. */
export const selectStalled = (db: Db, kinds: readonly MoveKind[]): Promise<{ userId: string }[]> =>
  db
    .selectFrom('member_moves as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id as userId')
    .where('m.kind', 'in', kinds)
    .orderBy('u.id')
    .forUpdate('u')
    .skipLocked()
    .execute();
