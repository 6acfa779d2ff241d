/**
 * What readers have to do with posts: likes, bookmarks, stars, payments. Read at once for a member who comes, and
 * remembered some seconds for all the pages they look at; of members with very many marks, page by page. A member's own
 * writes make it forgotten (`http/member-memory.ts`).
 */
import type { Services } from '#services.ts';
import type { PostBase } from './post-base.ts';
import { selectCachedViewer } from './viewer-cache-query.ts';
import { toViewerState, toViewerStates, type ViewerState } from './viewer-state.ts';
import { selectViewerStates } from './viewer-state-query.ts';

export type CachedViewer = {
  /** Blocks or is blocked: may see less than others of any post. */
  blocks: boolean;
  /** Does not see some posts at all. */
  hides: boolean;
  newestOwn: string | null;
  /** All marks are here: a post that is not has none. */
  whole: boolean;
  marks: Map<string, ViewerState | null>;
  likedComments: Set<string>;
};

const REMEMBERED_MS = 10_000;
/** ViewerState over all readers, and readers: some twenty megabytes. */
const KEPT = 100_000;

const weightOf = (reader: CachedViewer): number => 5 + reader.marks.size + reader.likedComments.size;

/** Whether it is known what the reader has done with these posts. */
const knows = (reader: CachedViewer, posts: readonly PostBase[]): boolean =>
  reader.whole || posts.every((post) => reader.marks.has(post.id));

export type ViewerCache = {
  /** The reader, when all about these posts is remembered. */
  recall(viewerId: string, posts: readonly PostBase[]): CachedViewer | null;
  /** The reader, with at least these posts. */
  load(viewerId: string, posts: readonly PostBase[]): Promise<CachedViewer>;
};

async function read({ readsNow: db }: Services, viewerId: string): Promise<CachedViewer> {
  const [row] = await selectCachedViewer(db, { viewerId });
  if (!row) throw new Error('a select without a table gave no row');
  const all = toViewerStates(row);
  return {
    blocks: row.blocks,
    hides: row.hides,
    newestOwn: row.newest_own,
    whole: all !== null,
    marks: all ?? new Map<string, ViewerState | null>(),
    likedComments: new Set(all ? row.comment_likes : []),
  };
}

/** The reader with the marks of these posts, too. */
async function extend({ readsNow: db }: Services, viewerId: string, known: CachedViewer, posts: readonly PostBase[]) {
  const missing = posts.filter((post) => !known.marks.has(post.id));
  const commentIds = missing.flatMap((post) => post.comments.map((comment) => comment.id));
  const rows = await selectViewerStates(db, { viewerId, ids: missing.map((post) => post.id), commentIds });
  const marks = new Map(known.marks);
  for (const row of rows) marks.set(row.id, toViewerState(row));
  return { ...known, marks, likedComments: known.likedComments.union(new Set(rows[0]?.liked_comments)) };
}

function createViewerCache(services: Services): ViewerCache {
  const remembered = services.memberCache.create<CachedViewer>({ ms: REMEMBERED_MS, kept: KEPT, weigh: weightOf });
  return {
    recall(viewerId, posts) {
      const reader = remembered.find(viewerId);
      return reader && knows(reader, posts) ? reader : null;
    },
    load: (viewerId, posts) =>
      remembered.read(viewerId, async () => {
        const known = remembered.find(viewerId) ?? (await read(services, viewerId));
        return knows(known, posts) ? known : extend(services, viewerId, known, posts);
      }),
  };
}

const ofServices = new WeakMap<Services, ViewerCache>();

/** The readers of an application. */
export function viewerCacheOf(services: Services): ViewerCache {
  const known = ofServices.get(services) ?? createViewerCache(services);
  ofServices.set(services, known);
  return known;
}
