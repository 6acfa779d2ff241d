/** Pages of a ranked list by snapshots; `snapshots.ts` explains them. */
import type { Db } from '#db/connection/pool.ts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import type { CursorKey, KeyShape, PageStart } from '#db/statements/keyset.ts';
import { type IdRow, selectPostIds } from './queries.ts';
import { selectPlaced } from './snapshot-queries.ts';
import { MAX_SNAPSHOT_IDS, type Ranking, type Snapshot, type Snapshots } from './snapshots.ts';

export type RankedQuery = { db: Db; snapshots: Snapshots; ranking: Ranking; viewerId: string | null };

/** A row with the cursor of the next page: snapshot, position in it, score, id. */
type Row = IdRow;

type Place = { snapshot: Snapshot; position: number; first: boolean };

/** Snapshot, position, score, id. */
export const rankedShape: KeyShape = ['optionalId', 'position', 'score', 'id'];
/** Loaded beyond a page, to replace deleted and hidden posts. */
const SPARE = 10;
const NO_SNAPSHOT = '';

type Cursor = { snapshotId: string; position: number; key: CursorKey };

const toCursor = ([snapshotId, position, ...key]: CursorKey): Cursor => ({
  snapshotId: String(snapshotId),
  position: Number(position),
  key,
});

/** By score and id alone: numbered pages, and cursors whose snapshot has expired. */
async function loadByKey({ db, ranking, viewerId }: RankedQuery, start: PageStart): Promise<Row[]> {
  const rows = await selectPostIds(db, ranking.order, { filters: ranking.filters, viewerId }, start);
  return rows.map((row) => ({ id: row.id, key: [NO_SNAPSHOT, 0, ...row.key] }));
}

/** Returns one page, and one row more, from a position on; continues the snapshot when it ends before. */
async function loadSnapshot(
  request: RankedQuery,
  from: Place,
  limit: number,
): Promise<{ rows: Row[]; snapshot: Snapshot; cut: boolean }> {
  const { db, snapshots, ranking, viewerId } = request;
  let { snapshot, position } = from;
  const rows: Row[] = [];
  let ownSince = from.first ? snapshot.takenAt : null;
  while (rows.length <= limit) {
    if (position >= snapshot.ids.length && ownSince === null) {
      if (snapshot.complete) break;
      if (snapshot.ids.length >= MAX_SNAPSHOT_IDS) return { rows, snapshot, cut: true };
      snapshot = await snapshots.next(ranking, snapshot);
      continue;
    }
    const ids = snapshot.ids.slice(position, position + limit + 1 - rows.length + SPARE);
    const placed = await selectPlaced(db, ranking, { ids, viewerId, ownSince });
    const known = ownSince === null ? null : new Set(snapshot.ids);
    for (const row of placed) {
      if (row.place === 0 && known?.has(row.id)) continue;
      rows.push({ id: row.id, key: [snapshot.id, position + row.place, ...row.key] });
    }
    position += ids.length;
    ownSince = null;
  }
  return { rows: rows.slice(0, limit + 1), snapshot, cut: false };
}

/** Stores a snapshot. Returns false while the database accepts no writes: the list then goes on by score and id. */
async function isKept({ snapshots }: RankedQuery, snapshot: Snapshot): Promise<boolean> {
  try {
    await snapshots.keep(snapshot);
    return true;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return false;
  }
}

/** The same with cursors that every server can follow, and with the posts after the longest snapshot. */
async function loadPlaces(request: RankedQuery, from: Place, start: PageStart): Promise<Row[]> {
  const { rows, snapshot, cut } = await loadSnapshot(request, from, start.limit);
  const more = cut || rows.length > start.limit;
  // A cursor may name the snapshot only after every server can find it.
  const name = more && !(await isKept(request, snapshot)) ? NO_SNAPSHOT : snapshot.id;
  const named = rows.map((row): Row => ({ ...row, key: [name, ...row.key.slice(1)] }));
  if (!cut) return named;
  const after = rows.at(-1)?.key.slice(2) ?? start.after?.slice(2) ?? null;
  const rest = await loadByKey(request, { ...start, after, limit: start.limit - rows.length });
  return [...named, ...rest];
}

/** Returns one page, and one row more, of a ranked list for a viewer. */
export async function loadRankedRows(request: RankedQuery, start: PageStart): Promise<Row[]> {
  const { snapshots, ranking } = request;
  if (start.after === null) {
    if (start.offset > 0) return loadByKey(request, start);
    const snapshot = await snapshots.current(ranking);
    return loadPlaces(request, { snapshot, position: 0, first: true }, start);
  }
  const { snapshotId, position, key } = toCursor(start.after);
  const snapshot = snapshotId === NO_SNAPSHOT ? null : await snapshots.find(snapshotId, ranking);
  if (!snapshot) return loadByKey(request, { ...start, after: key });
  return loadPlaces(request, { snapshot, position, first: false }, start);
}
