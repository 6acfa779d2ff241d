/**
 * What readers have to do with posts: likes, bookmarks, stars, payments. Read at once for a member who comes, and
 * remembered some seconds for all the pages they look at; of members with very many marks, page by page. A member's own
 * writes make it forgotten (`http/member-memory.ts`).
 */
import type { Services } from '#services.ts';
import { type Marks, toAllMarks, toMarks } from './marks.ts';
import { selectMarks } from './marks-query.ts';
import { selectReader } from './reader-query.ts';
import type { SharedPost } from './shared-post.ts';

export type Reader = {
  /** Blocks or is blocked: may see less than others of any post. */
  blocks: boolean;
  /** Does not see some posts at all. */
  hides: boolean;
  newestOwn: string | null;
  /** All marks are here: a post that is not has none. */
  whole: boolean;
  marks: Map<string, Marks | null>;
  likedComments: Set<string>;
};

const REMEMBERED_MS = 10_000;
/** Marks over all readers, and readers: some twenty megabytes. */
const KEPT = 100_000;

const weightOf = (reader: Reader): number => 5 + reader.marks.size + reader.likedComments.size;

/** Whether it is known what the reader has done with these posts. */
const knows = (reader: Reader, posts: readonly SharedPost[]): boolean =>
  reader.whole || posts.every((post) => reader.marks.has(post.id));

export type Readers = {
  /** The reader, when all about these posts is remembered. */
  recall(viewerId: string, posts: readonly SharedPost[]): Reader | null;
  /** The reader, with at least these posts. */
  load(viewerId: string, posts: readonly SharedPost[]): Promise<Reader>;
};

async function read({ readsNow: db }: Services, viewerId: string): Promise<Reader> {
  const [row] = await selectReader(db, { viewerId });
  if (!row) throw new Error('a select without a table gave no row');
  const all = toAllMarks(row);
  return {
    blocks: row.blocks,
    hides: row.hides,
    newestOwn: row.newest_own,
    whole: all !== null,
    marks: all ?? new Map<string, Marks | null>(),
    likedComments: new Set(all ? row.comment_likes : []),
  };
}

/** The reader with the marks of these posts, too. */
async function extend({ readsNow: db }: Services, viewerId: string, known: Reader, posts: readonly SharedPost[]) {
  const missing = posts.filter((post) => !known.marks.has(post.id));
  const commentIds = missing.flatMap((post) => post.comments.map((comment) => comment.id));
  const rows = await selectMarks(db, { viewerId, ids: missing.map((post) => post.id), commentIds });
  const marks = new Map(known.marks);
  for (const row of rows) marks.set(row.id, toMarks(row));
  return { ...known, marks, likedComments: known.likedComments.union(new Set(rows[0]?.liked_comments)) };
}

function createReaders(services: Services): Readers {
  const remembered = services.memory.create<Reader>({ ms: REMEMBERED_MS, kept: KEPT, weigh: weightOf });
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

const ofServices = new WeakMap<Services, Readers>();

/** The readers of an application. */
export function readersOf(services: Services): Readers {
  const known = ofServices.get(services) ?? createReaders(services);
  ofServices.set(services, known);
  return known;
}
