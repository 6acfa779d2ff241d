/** Pages of a ranked list from snapshots, which `snapshots.ts` explains. */
import type { Db } from '#db/connection/pool.ts';
import type { KeyShape, PageStart } from '#db/statements/keyset.ts';
import type { Viewer } from '#db/statements/viewers.ts';
import type { IdRow } from '#features/posts/loaders.ts';
import { selectPostIds } from './queries.ts';
import { selectInOrder } from './snapshot-queries.ts';
import { MAX_SNAPSHOT_IDS, type Ranking, type Snapshot, type Snapshots } from './snapshots.ts';

/** The source of one page: its viewer and its list. */
export type RankedQuery = { db: Db; snapshots: Snapshots; ranking: Ranking; viewer: Viewer };

/** The key of a row: snapshot, position in it, score and id. */
export const rankedShape: KeyShape = ['optionalId', 'position', 'score', 'id'];
/** Used instead of a snapshot's id if the list continues by score and id alone. */
const NO_SNAPSHOT = '';
/** Additional rows that are loaded beyond a page, to replace deleted and hidden posts. */
const SPARE = 10;

/** Selects rows by score and id alone, for numbered pages and for cursors whose snapshot has expired. */
async function selectByScore({ db, ranking, viewer }: RankedQuery, start: PageStart): Promise<IdRow[]> {
  const rows = await selectPostIds(db, viewer, ranking, start);
  return rows.map(({ id, key }) => ({ id, key: [NO_SNAPSHOT, 0, ...key] }));
}

/** Selects rows from a position in a snapshot; continues the snapshot if it ends before the page. */
async function selectBySnapshot(
  request: RankedQuery,
  from: { snapshot: Snapshot; position: number },
  start: PageStart,
): Promise<IdRow[]> {
  const { db, snapshots, ranking, viewer } = request;
  const wanted = start.limit + 1;
  let { snapshot, position } = from;
  const rows: IdRow[] = [];
  while (rows.length < wanted) {
    if (position >= snapshot.ids.length) {
      if (snapshot.complete || snapshot.ids.length >= MAX_SNAPSHOT_IDS) break;
      snapshot = await snapshots.next(ranking, snapshot);
      continue;
    }
    const ids = snapshot.ids.slice(position, position + wanted - rows.length + SPARE);
    for (const { id, ordinal, key } of await selectInOrder(db, viewer, ranking, ids))
      rows.push({ id, key: [position + ordinal, ...key] });
    position += ids.length;
  }
  const isLast = rows.length < wanted && snapshot.complete;
  // A cursor may name the snapshot only once every server can find it.
  const name = isLast || (await snapshots.store(snapshot)) ? snapshot.id : NO_SNAPSHOT;
  const named = rows.slice(0, wanted).map(({ id, key }) => ({ id, key: [name, ...key] }));
  if (named.length === wanted || isLast) return named;
  // The longest allowed snapshot ends within the page.
  const after = (named.at(-1)?.key ?? start.after)?.slice(2) ?? null;
  return [...named, ...(await selectByScore(request, { ...start, after, limit: start.limit - named.length }))];
}

/** Returns one page, and one row more, of a ranked list for a viewer. */
export async function selectRankedPage(request: RankedQuery, start: PageStart): Promise<IdRow[]> {
  const { snapshots, ranking } = request;
  if (start.after === null) {
    if (start.offset > 0) return selectByScore(request, start);
    return selectBySnapshot(request, { snapshot: await snapshots.current(ranking), position: 0 }, start);
  }
  const [snapshotId, position, ...after] = start.after;
  const snapshot = snapshotId === NO_SNAPSHOT ? null : await snapshots.find(String(snapshotId), ranking);
  if (!snapshot) return selectByScore(request, { ...start, after });
  return selectBySnapshot(request, { snapshot, position: Number(position) }, start);
}
