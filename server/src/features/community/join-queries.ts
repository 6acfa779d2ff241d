/** Join requests, and the addresses that were refused. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** Stores a new member's request; `ready` is whether staff may see it at once. */
export async function insertRequest(
  db: Db,
  request: { userId: string; answer: string; ready: boolean },
): Promise<void> {
  const { userId, answer, ready } = request;
  await db
    .insertInto('join_requests')
    .values({ user_id: userId, answer, ready_at: ready ? sql<Date>`now()` : null })
    .execute();
}

export async function hasRequest(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('join_requests').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Whether a member has a request that staff see. */
export async function isReady(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('join_requests')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('ready_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the hash of a refused address until it may be used again; then a job of accounts deletes it. */
export async function refuseAddress(db: Db, addressHash: Buffer, until: Date): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ address_hash: addressHash, until })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ until }))
    .execute();
}

/** Whether an address was refused and may not be used in another request yet. */
export async function isRefused(db: Db, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('refused_addresses')
    .select('until')
    .where('address_hash', '=', addressHash)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}
