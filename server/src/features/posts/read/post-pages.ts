/**
 * Serializes a page of posts: the cached bases with each viewer's state inserted. One statement for a viewer and page,
 * and none for cached viewers. Viewers who see less than others are served by the exact loader instead.
 */
import { post } from '@afterhours/contract/posts';
import type { JsonText } from '#http/body/pieces.ts';
import type { Services } from '#services.ts';
import { loadPostsByIds } from './exact-posts.ts';
import type { PostBase } from './post-base.ts';
import { postBases } from './post-bases.ts';
import { toText } from './post-text.ts';
import { type CachedViewer, viewerCacheOf } from './viewer-cache.ts';
import { noViewerState, type ViewerState } from './viewer-state.ts';

const exact = async ({ reads }: Services, ids: readonly string[], viewerId: string): Promise<JsonText> =>
  Buffer.from(JSON.stringify((await loadPostsByIds(reads, ids, viewerId)).map((view) => post.parse(view))));

const COMMA = Buffer.from(',');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

const nothingLiked: ReadonlySet<string> = new Set();
/** The state of a guest. */
const SOMEBODY = '';

/** Whether this viewer, unlike others, must not see some post of the page. */
const seesLess = (viewer: CachedViewer, posts: readonly PostBase[]): boolean =>
  viewer.blocks || posts.some((one) => viewer.states.get(one.id)?.commentReported);

/** Whether the viewer has a relation to a post, or to a comment shown with it, other than viewer state. */
const isTheirs = ({ likedComments }: CachedViewer, viewerId: string, one: PostBase): boolean =>
  one.authorId === viewerId ||
  (likedComments.size > 0 && one.comments.some((comment) => likedComments.has(comment.id)));

/** Whether a viewer sees a post as nearly everyone does. */
const isPlain = (viewer: CachedViewer, viewerId: string, one: PostBase): boolean =>
  !viewer.states.get(one.id) && !isTheirs(viewer, viewerId, one);

const liked: ViewerState = { ...noViewerState, liked: true };
/** Popular posts are liked by many of their viewers, so the text for viewers with just a like is cached, too. */
const likedTexts = new WeakMap<PostBase, Buffer>();

function likedText(one: PostBase): Buffer {
  const text = likedTexts.get(one) ?? toText(one, SOMEBODY, liked, nothingLiked);
  likedTexts.set(one, text);
  return text;
}

const isOnlyLiked = (state: ViewerState): boolean =>
  state.liked && state.bookmarkId === null && state.rating === null && !state.applied && state.payment === null;

function textFor(viewer: CachedViewer, viewerId: string, one: PostBase): Buffer {
  const state = viewer.states.get(one.id) ?? null;
  if (isTheirs(viewer, viewerId, one)) return toText(one, viewerId, state ?? noViewerState, viewer.likedComments);
  if (state === null) return one.plain;
  return isOnlyLiked(state) ? likedText(one) : toText(one, viewerId, state, viewer.likedComments);
}

/** Builds a list of posts in pieces. */
function toList(posts: readonly PostBase[], textOf: (one: PostBase) => Buffer): Buffer[] {
  const pieces: Buffer[] = [OPEN];
  for (const one of posts) {
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(textOf(one));
  }
  pieces.push(CLOSE);
  return pieces;
}

/**
 * Returns posts in the order of `ids`, all visible to the viewer, as the JSON text of a list, without deleted posts.
 */
export async function readPostPage(
  services: Services,
  ids: readonly string[],
  viewerId: string | null,
): Promise<JsonText> {
  if (ids.length === 0) return Buffer.from('[]');
  const shared = postBases(services);
  let posts = shared.recall(ids);
  if (!posts) {
    const found = await shared.load(ids);
    posts = ids.flatMap((id) => found.get(id) ?? []);
  }
  if (viewerId === null) return toList(posts, (one) => toText(one, null, noViewerState, nothingLiked));
  const viewerCache = viewerCacheOf(services);
  const viewer = viewerCache.recall(viewerId, posts) ?? (await viewerCache.load(viewerId, posts));
  if (seesLess(viewer, posts)) return exact(services, ids, viewerId);
  return toList(posts, (one) => textFor(viewer, viewerId, one));
}

/**
 * A page whose posts are the same for all who see everything, with the rest of the answer. Where there is room its text
 * is cached, and built anew when one of its posts changes; it is composed only for viewers with state on one of its
 * posts.
 */
export type SharedPageText = {
  /** Returns the answer for a member; null when this member may see another page. */
  textFor(viewerId: string): Promise<JsonText | null>;
  /** Releases the room it has taken. */
  close(): void;
};

/** The total room for cached texts of pages. */
export type Room = { bytes: number };

/** Whether a viewer has just posted something that the page may lack but theirs must show. */
const mayLackOwn = ({ newestOwn }: CachedViewer, ids: readonly string[], newerThan: string): boolean =>
  newestOwn !== null && newestOwn > newerThan && !ids.includes(newestOwn);

/** `before` and `after` surround the list in the answer; the page lacks own posts newer than `newerThan`. */
export function buildSharedPage(
  services: Services,
  ids: readonly string[],
  around: { before: string; after: string; newerThan: string },
  room: Room,
): SharedPageText {
  const shared = postBases(services);
  const viewerCache = viewerCacheOf(services);
  const [before, after] = [Buffer.from(around.before), Buffer.from(around.after)];
  let written: { posts: readonly PostBase[]; text: Buffer } | null = null;
  let closed = false;

  function drop(): void {
    room.bytes += written?.text.length ?? 0;
    written = null;
  }

  /** Returns the page as nearly everyone sees it. */
  function plain(posts: readonly PostBase[]): JsonText {
    const same = written?.posts.length === posts.length && written.posts.every((one, place) => one === posts[place]);
    if (written && same) return written.text;
    drop();
    const pieces = [before, ...toList(posts, (one) => one.plain), after];
    if (closed || room.bytes < posts.reduce((sum, one) => sum + one.plain.length, 0)) return pieces;
    const text = Buffer.concat(pieces);
    room.bytes -= text.length;
    written = { posts, text };
    return text;
  }

  return {
    async textFor(viewerId) {
      let posts = shared.recall(ids);
      if (!posts) {
        const found = await shared.load(ids);
        posts = ids.flatMap((id) => found.get(id) ?? []);
      }
      const viewer = viewerCache.recall(viewerId, posts) ?? (await viewerCache.load(viewerId, posts));
      if (viewer.hides || seesLess(viewer, posts) || mayLackOwn(viewer, ids, around.newerThan)) return null;
      if (posts.every((one) => isPlain(viewer, viewerId, one))) return plain(posts);
      return [before, ...toList(posts, (one) => textFor(viewer, viewerId, one)), after];
    },
    close() {
      closed = true;
      drop();
    },
  };
}
