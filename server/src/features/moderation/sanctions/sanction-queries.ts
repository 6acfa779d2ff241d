/** The suspensions and bans that are in force, or were until their end. */
import type { Db } from '#db/connection/pool.ts';

export async function insertSanction(
  db: Db,
  sanction: { decisionId: string; userId: string; until: Date | null },
): Promise<void> {
  await db
    .insertInto('sanctions')
    .values({ decision_id: sanction.decisionId, user_id: sanction.userId, until: sanction.until })
    .execute();
}

/** Deletes a decision's sanction, if there is one. */
export async function deleteSanction(db: Db, decisionId: string): Promise<void> {
  await db.deleteFrom('sanctions').where('decision_id', '=', decisionId).execute();
}

/** Locks a ban and returns the banned member's id, or undefined if the ban is reversed or the member is gone. */
export async function selectBanned(db: Db, decisionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sanctions')
    .select('user_id')
    .where('decision_id', '=', decisionId)
    .where('until', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id;
}

/** Returns the decision that bans a member, the earliest of several, or undefined if none does. */
export async function selectBan(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sanctions')
    .select('decision_id')
    .where('user_id', '=', userId)
    .where('until', 'is', null)
    .orderBy('decision_id')
    .limit(1)
    .executeTakeFirst();
  return row?.decision_id;
}
