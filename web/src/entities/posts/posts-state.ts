/** The state of the posts, and how received posts and changes are merged. */
import { createEntityAdapter } from '@reduxjs/toolkit';
import { type Changes, hasChangedSince, noChanges, noteChange } from '../changes.ts';
import type { StoredPost } from './entities.ts';

export const listNames = [
  'posts',
  'latestPosts',
  'topRatedPosts',
  'popularPosts',
  'networkPosts',
  'userPosts',
  'profilePosts',
  'profileTopRatedPosts',
  'tagPosts',
  'upcomingWebinars',
  'pastWebinars',
  'jobs',
] as const;
export type ListName = (typeof listNames)[number];

/** `query` identifies what the ids were loaded for; a list that is loaded for another query starts over. */
export type PostListState = {
  ids: string[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  query: string;
};

export type Like = Pick<StoredPost, 'isLiked' | 'likesCount'>;
/** The parts of a post's viewer state that are changed optimistically, with the numbers that change with them. */
const viewerStateNames = ['bookmark', 'ratingOfPost', 'averageRating', 'ratingsCount'] as const;
export type ViewerState = Partial<Pick<StoredPost, (typeof viewerStateNames)[number]>>;
/** What an older version of a post takes from the shown one. */
const changingNames = [...viewerStateNames, 'isLiked', 'likesCount', 'commentsCount', 'applied'] as const;
/** The parts of a post whose numbers arrive by themselves. */
export type Counted = 'likesCount' | 'commentsCount' | 'averageRating' | 'ratingsCount' | 'webinar';
export type Removed = { post: StoredPost; at: Partial<Record<ListName, number>> };

export const adapter = createEntityAdapter<StoredPost, string>({ selectId: (post) => post._id });
export const emptyList = (): PostListState => ({ ids: [], cursor: null, status: 'idle', query: '' });

export type PostsState = Changes &
  Record<ListName, PostListState> & {
    post: ReturnType<typeof adapter.getInitialState>;
    errorMessage: string | null;
    undo: { likes: Record<string, Like>; viewerState: Record<string, ViewerState>; removed: Record<string, Removed> };
    /** For each post, the version at which each of its numbers was last counted by an event. */
    counted: Record<string, Partial<Record<Counted, number>>>;
    /** Posts that the viewer has deleted or reported, or whose author they have blocked. */
    dismissed: Record<string, true>;
    /** Deleted posts that stay until what is written in their forms is sent or discarded. */
    leaving: Record<string, true>;
  };

export const initialState = (): PostsState => ({
  post: adapter.getInitialState(),
  posts: emptyList(),
  latestPosts: emptyList(),
  topRatedPosts: emptyList(),
  popularPosts: emptyList(),
  networkPosts: emptyList(),
  userPosts: emptyList(),
  profilePosts: emptyList(),
  profileTopRatedPosts: emptyList(),
  tagPosts: emptyList(),
  upcomingWebinars: emptyList(),
  pastWebinars: emptyList(),
  jobs: emptyList(),
  errorMessage: null,
  undo: { likes: {}, viewerState: {}, removed: {} },
  counted: {},
  dismissed: {},
  leaving: {},
  ...noChanges(),
});

/** Notes that these numbers of a post are newer than those of a page requested before. */
export function noteCounts(state: PostsState, id: string, names: readonly Counted[]): void {
  state.version += 1;
  const counted = (state.counted[id] ??= {});
  for (const name of names) counted[name] = state.version;
}

export function removePost(state: PostsState, id: string): void {
  noteChange(state, id);
  delete state.undo.removed[id];
  delete state.leaving[id];
  adapter.removeOne(state.post, id);
  for (const name of listNames) state[name].ids = state[name].ids.filter((each) => each !== id);
}

export function setLike(post: StoredPost, isLiked: boolean): void {
  if (post.isLiked === isLiked) return;
  post.isLiked = isLiked;
  post.likesCount += isLiked ? 1 : -1;
}

/** Returns an older version of a post with what has changed since. */
function withNewerChanges(older: StoredPost, shown: StoredPost): StoredPost {
  const changes = Object.fromEntries(changingNames.map((name) => [name, shown[name]]));
  const job = older.job && shown.job ? { ...older.job, myApplication: shown.job.myApplication } : older.job;
  const webinar =
    older.webinar && shown.webinar ? { ...older.webinar, seatsLeft: shown.webinar.seatsLeft } : older.webinar;
  return { ...older, ...changes, job, webinar };
}

/** Returns an older version of a post with the numbers that were counted since `version`. */
function withNewerCounts(state: PostsState, older: StoredPost, shown: StoredPost, version: number): StoredPost {
  const { _id: id, webinar } = older;
  const isNewer = (name: Counted) => (state.counted[id]?.[name] ?? 0) > version;
  const post = { ...older };
  // While a like is pending, the count without it is kept aside.
  if (isNewer('likesCount')) post.likesCount = state.undo.likes[id]?.likesCount ?? shown.likesCount;
  if (isNewer('webinar') && webinar && shown.webinar) post.webinar = { ...webinar, seatsLeft: shown.webinar.seatsLeft };
  for (const name of ['commentsCount', 'averageRating', 'ratingsCount'] as const)
    if (isNewer(name)) post[name] = shown[name];
  return post;
}

/** Returns a received post as it is to be shown: what the viewer has changed stays until the server has settled it. */
function withPendingChanges(state: PostsState, received: StoredPost, shown: StoredPost): StoredPost {
  const { _id: id } = received;
  const kept = state.undo.viewerState[id] ?? {};
  const post = { ...received };
  if (state.undo.likes[id]) {
    state.undo.likes[id] = { isLiked: received.isLiked, likesCount: received.likesCount };
    setLike(post, shown.isLiked);
  }
  for (const name of Object.keys(kept) as (keyof ViewerState)[]) {
    Object.assign(kept, { [name]: received[name] });
    Object.assign(post, { [name]: shown[name] });
  }
  return post;
}

/** Stores posts that were requested at `version`. What has changed since stays, and what was removed stays away. */
export function storePosts(state: PostsState, received: readonly StoredPost[], version: number): void {
  for (const post of received) {
    const { _id: id } = post;
    const shown = state.post.entities[id];
    // The shown post was edited after the response was made.
    if (shown && shown.updatedAt > post.updatedAt) continue;
    const hasChanged = hasChangedSince(state, id, version);
    if (shown) {
      const merged = hasChanged
        ? withNewerChanges(post, shown)
        : withPendingChanges(state, withNewerCounts(state, post, shown, version), shown);
      adapter.upsertOne(state.post, merged);
    } else if (!hasChanged && !(id in state.undo.removed)) adapter.addOne(state.post, post);
  }
}
