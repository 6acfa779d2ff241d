import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Services } from '#services.ts';

/** How many of something each member may use in a period. `name` begins the keys in `failed_attempts`. */
export type Budget = { name: string; limit: number; seconds: number };

/** Counts new uses under a key; returns how many there were in the present period, with these. */
async function countUses(db: Db, key: string, amount: number, seconds: number): Promise<number> {
  const now = sql`(extract(epoch FROM now()) * 1000)::bigint`;
  const { rows } = await sql<{ points: number }>`
    INSERT INTO failed_attempts AS counted (key, points, expire)
    VALUES (${key}, ${amount}::integer, ${now} + ${seconds * 1_000}::bigint)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN counted.expire <= ${now} THEN 0 ELSE counted.points END + excluded.points,
      expire = CASE WHEN counted.expire <= ${now} THEN excluded.expire ELSE counted.expire END
    RETURNING points`.execute(db);
  return rows[0]?.points ?? amount;
}

/**
 * Returns as many of each member's items as are left of their budget, and counts all of them, in the transaction `db`.
 * For what is left out beyond a limit, where a `TryCounter` would refuse the whole call.
 */
export async function takeWithinBudget<Item extends { userId: string }>(
  { config }: Pick<Services, 'config'>,
  db: Db,
  { name, limit, seconds }: Budget,
  items: readonly Item[],
): Promise<Item[]> {
  if (config.rateLimitFactor === 0) return [...items];
  const allowed: Item[] = [];
  // Counted in one order, so that two batches cannot deadlock.
  for (const [userId, own] of [...Map.groupBy(items, (one) => one.userId)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )) {
    const left = limit - (await countUses(db, `${name}:${userId}`, own.length, seconds)) + own.length;
    allowed.push(...own.slice(0, Math.max(0, left)));
  }
  return allowed;
}
