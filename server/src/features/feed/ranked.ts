/** Pages of a ranked list from snapshots, which `snapshots.ts` explains. */
import type { Db } from '#db/connection/pool.ts';
import type { PageStart } from '#db/statements/keyset.ts';
import type { Viewer } from '#db/statements/viewers.ts';
import type { IdRow, PostList } from '#features/posts/loaders.ts';
import { listedWith } from './filters.ts';
import { selectPage } from './orders.ts';
import { selectInOrder } from './snapshot-queries.ts';
import type { Ranking, Snapshot, Snapshots } from './snapshots.ts';

/** What a page is selected from, and for whom. */
export type RankedSource = { db: Db; snapshots: Snapshots; ranking: Ranking; viewer: Viewer };

/** Used instead of a snapshot's id if the list continues by score and id alone. */
const NO_SNAPSHOT = '';
/** Additional rows that are loaded beyond a page, to replace deleted and hidden posts. */
const SPARE = 10;

type Place = { snapshot: Snapshot; position: number };

/** Returns the place in a snapshot where a page starts; null for numbered pages, and if the snapshot has expired. */
async function findPlace({ snapshots, ranking }: RankedSource, { after, offset }: PageStart): Promise<Place | null> {
  if (after === null) return offset > 0 ? null : { snapshot: await snapshots.current(ranking), position: 0 };
  const [id, position] = after;
  const snapshot = id === NO_SNAPSHOT ? null : await snapshots.find(String(id), ranking);
  return snapshot && { snapshot, position: Number(position) };
}

/** Selects rows by score and id alone. */
async function selectByScore({ db, ranking, viewer }: RankedSource, start: PageStart): Promise<IdRow[]> {
  const where = listedWith(ranking.filters, viewer);
  const rows = await selectPage(db, ranking.order, { where }, { ...start, after: start.after?.slice(2) ?? null });
  return rows.map(({ id, key }) => ({ id, key: [NO_SNAPSHOT, 0, ...key] }));
}

/** Selects rows from a place in a snapshot; continues the snapshot if it ends before the page. */
async function selectBySnapshot(source: RankedSource, place: Place, start: PageStart): Promise<IdRow[]> {
  const { db, snapshots, ranking, viewer } = source;
  const wanted = start.limit + 1;
  let { snapshot, position } = place;
  const rows: IdRow[] = [];
  while (rows.length < wanted) {
    if (position >= snapshot.ids.length) {
      if (snapshot.complete || snapshots.isLongest(snapshot)) break;
      snapshot = await snapshots.next(ranking, snapshot);
      continue;
    }
    const ids = snapshot.ids.slice(position, position + wanted - rows.length + SPARE);
    for (const { id, key } of await selectInOrder(db, viewer, ranking, ids))
      rows.push({ id, key: [position + ids.indexOf(id) + 1, ...key] });
    position += ids.length;
  }
  const isLast = rows.length < wanted && snapshot.complete;
  // A cursor may name the snapshot only once every server can find it.
  const name = isLast || (await snapshots.store(snapshot)) ? snapshot.id : NO_SNAPSHOT;
  const named = rows.slice(0, wanted).map(({ id, key }) => ({ id, key: [name, ...key] }));
  if (named.length === wanted || isLast) return named;
  // The longest allowed snapshot ends within the page.
  const further = { ...start, after: named.at(-1)?.key ?? start.after, limit: start.limit - named.length };
  return [...named, ...(await selectByScore(source, further))];
}

/** A key consists of a snapshot, the position in it, the score and the id. */
export const rankedList = (source: RankedSource): PostList => ({
  name: source.ranking.order.name,
  shape: ['optionalId', 'position', 'score', 'id'],
  async select(start) {
    const place = await findPlace(source, start);
    return place ? selectBySnapshot(source, place, start) : selectByScore(source, start);
  },
});
