/** Requests to join, and the addresses that were refused. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** Stores the request of a new member; `ready` when staff may see it at once. */
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

/** Keeps the hash of a refused address until it may be used again; the sweep of accounts deletes it then. */
export async function refuseAddress(db: Db, addressHash: Buffer, until: Date): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ address_hash: addressHash, until })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ until }))
    .execute();
}

/** Whether an address was refused and may not ask again yet. */
export async function isRefused(db: Db, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('refused_addresses')
    .select('until')
    .where('address_hash', '=', addressHash)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}
