/** What two members are to each other must be complete before one of them changes it. */
import { sql } from 'kysely';
import { lockAgainstDeletion, lockCounters } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import { putBackPairs } from './relation-queries.ts';

/** Locks two members through their counters, and puts what a reversed ban has not yet put back between them. */
export async function lockPair(db: Db, userId: string, otherId: string): Promise<void> {
  const ids = [userId, otherId];
  await lockAgainstDeletion(db, sql`SELECT unnest(${ids}::uuid[])`);
  await lockCounters(db, ids);
  await putBackPairs(db, [{ userId, otherId }]);
}
