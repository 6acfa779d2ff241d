import { HOUR_MS } from '@afterhours/contract/base/durations';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Viewer } from '#db/statements/viewers.ts';
import type { IdRow } from '#features/posts/loaders.ts';
import { listedWith, passes } from './filters.ts';
import type { Ranking, Snapshot } from './snapshots.ts';

/** How long snapshots are stored in the database. */
export const STORED_MS = 2 * HOUR_MS;

/** Returns the currently best ids of a ranking, without those in `except`, and only ids before `before`. */
export async function selectRankedIds(
  db: Db,
  { order, filters }: Ranking,
  page: { limit: number; except: readonly string[]; before: string },
): Promise<string[]> {
  const except = page.except.length > 0 ? sql`p.id <> ALL(${page.except}::uuid[])` : sql`TRUE`;
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM posts p WHERE ${passes(filters)} AND ${except} AND p.id < ${page.before}::uuid
    ORDER BY ${order.descending} LIMIT ${page.limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns those of the ids that the viewer's list contains, in the order of the ids, with their current keys. */
export async function selectInOrder(
  db: Db,
  viewer: Viewer,
  { order, filters }: Ranking,
  ids: readonly string[],
): Promise<IdRow[]> {
  const { rows } = await sql<IdRow>`
    SELECT p.id, ${order.key} AS key
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, ordinal) JOIN posts p ON p.id = wanted.id
    WHERE ${listedWith(filters, viewer)} ORDER BY wanted.ordinal`.execute(db);
  return rows;
}

export async function insertSnapshot(db: Db, snapshot: Snapshot): Promise<Snapshot> {
  await db
    .insertInto('feed_snapshots')
    .values(snapshot)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return snapshot;
}

export const selectSnapshot = (db: Db, id: string): Promise<Snapshot | undefined> =>
  db.selectFrom('feed_snapshots').selectAll().where('id', '=', id).executeTakeFirst();

/** How many snapshots are stored: with a thousand ids each, they take about 300 MB. */
const MAX_STORED = 20_000;

/**
 * Deletes snapshots after two hours, and the oldest beyond the maximum: each keyword has its own, so that one member
 * could store any number of them. A list whose snapshot is gone continues by score.
 */
export async function deleteOldSnapshots(db: Db, max = MAX_STORED): Promise<void> {
  const age = sql`make_interval(secs => ${STORED_MS / 1_000})`;
  await sql`DELETE FROM feed_snapshots WHERE taken_at < now() - ${age}
    OR taken_at <= (SELECT taken_at FROM feed_snapshots ORDER BY taken_at DESC OFFSET ${max} LIMIT 1)`.execute(db);
}
