import { sql } from 'kysely';
import { postVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { firstIdAt } from '#db/statements/id.ts';
import { filterConditions } from './orders.ts';
import type { IdRow } from './queries.ts';
import type { Ranking, Snapshot } from './snapshots.ts';

/** Returns the best ids of a ranking now, without those in `except`, and only those older than the id `before`. */
export async function selectRankedIds(
  db: Db,
  { order, filters }: Ranking,
  page: { limit: number; except: readonly string[]; before: string | null },
): Promise<string[]> {
  const except = page.except.length > 0 ? sql`p.id <> ALL(${page.except}::uuid[])` : sql`TRUE`;
  const before = page.before === null ? sql`TRUE` : sql`p.id < ${page.before}::uuid`;
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM posts p WHERE ${filterConditions(filters)} AND ${except} AND ${before}
    ORDER BY ${order.columns} LIMIT ${page.limit}`.execute(db);
  return rows.map((row) => row.id);
}

const OWN_SECONDS = 60;
const OWN_POSTS = 20;

export type PlacedRow = IdRow & { place: number };

/**
 * Returns those of the ids that are visible to the viewer, each with its position among them from 1. With `ownSince`,
 * the viewer's posts of the minute before that time and since are added at position 0, newest first, because a snapshot
 * may be older.
 */
export async function selectPlaced(
  db: Db,
  { order, filters }: Ranking,
  { ids, viewerId, ownSince }: { ids: readonly string[]; viewerId: string | null; ownSince: Date | null },
): Promise<PlacedRow[]> {
  const since = ownSince && firstIdAt(new Date(ownSince.getTime() - OWN_SECONDS * 1_000));
  const own =
    viewerId === null || since === null
      ? sql``
      : sql`UNION ALL (SELECT p.id, ${order.key}, 0 FROM posts p
          WHERE p.user_id = ${viewerId}::uuid AND p.id > ${since}::uuid AND ${filterConditions(filters)}
          ORDER BY p.id DESC LIMIT ${sql.lit(OWN_POSTS)})`;
  const { rows } = await sql<PlacedRow>`
    SELECT * FROM (
      SELECT p.id, ${order.key} AS key, wanted.place
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, place) JOIN posts p ON p.id = wanted.id
      WHERE ${postVisible(viewerId)} ${own}
    ) found ORDER BY place, id DESC`.execute(db);
  return rows;
}

export async function insertSnapshot(db: Db, snapshot: Snapshot): Promise<void> {
  const { takenAt, ...columns } = snapshot;
  await db
    .insertInto('feed_snapshots')
    .values({ ...columns, taken_at: takenAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function selectSnapshot(db: Db, id: string): Promise<Snapshot | undefined> {
  const row = await db.selectFrom('feed_snapshots').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { id: row.id, key: row.key, ids: row.ids, complete: row.complete, takenAt: row.taken_at };
}

/** Deletes snapshots that are two hours old. */
export async function deleteExpiredSnapshots(db: Db): Promise<void> {
  await sql`DELETE FROM feed_snapshots WHERE taken_at < now() - interval '2 hours'`.execute(db);
}
