/**
 * Posts, each stored once in `post`; the lists hold ids, the next page's cursor, and the loading state.
 * Optimistic changes keep the replaced values under `undo` until the server has responded.
 */
import type { MyApplication } from '@afterhours/contract/jobs/applications';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';
import { noteChange } from '../changes.ts';
import { postCounted, postsReceived, type StoredPost } from './entities.ts';
import {
  adapter,
  type Counted,
  emptyList,
  initialState,
  type Like,
  type ListName,
  listNames,
  noteCounts,
  type PostListState,
  type Removed,
  removePost,
  setLike,
  storePosts,
  type ViewerState,
} from './posts-state.ts';

export type { ListName } from './posts-state.ts';

const postsSlice = createSlice({
  name: 'posts',
  initialState,
  reducers: {
    listRequested(state, { payload }: PayloadAction<{ list: ListName; query: string }>) {
      const list = state[payload.list];
      if (list.query !== payload.query) Object.assign(list, emptyList(), { query: payload.query });
      list.status = 'loading';
      state.errorMessage = null;
    },
    listLoaded(
      state,
      {
        payload,
      }: PayloadAction<{ list: ListName; query: string; ids: string[]; cursor: string | null; fresh: boolean }>,
    ) {
      const list = state[payload.list];
      if (list.query !== payload.query) return;
      list.ids = [...new Set(payload.fresh ? payload.ids : [...list.ids, ...payload.ids])];
      list.cursor = payload.cursor;
      list.status = 'ready';
    },
    listFailed(state, { payload }: PayloadAction<{ list: ListName; query: string; message: string }>) {
      if (state[payload.list].query !== payload.query) return;
      state[payload.list].status = 'failed';
      state.errorMessage = payload.message;
    },
    postPublished(state, { payload }: PayloadAction<{ postId: string; userId: string }>) {
      for (const name of ['posts', 'latestPosts'] as const) {
        if (state[name].status !== 'idle') state[name].ids = [...new Set([payload.postId, ...state[name].ids])];
      }
    },
    likeWanted(state, { payload }: PayloadAction<{ postId: string; isLiked: boolean }>) {
      const post = state.post.entities[payload.postId];
      if (!post) return;
      state.undo.likes[payload.postId] ??= { isLiked: post.isLiked, likesCount: post.likesCount };
      setLike(post, payload.isLiked);
    },
    likeSettled(state, { payload }: PayloadAction<{ postId: string; like: Like | null; last: boolean }>) {
      const before = state.undo.likes[payload.postId];
      const confirmed = payload.like ?? before;
      if (!confirmed) return;
      noteChange(state, payload.postId);
      if (payload.last) {
        Object.assign(state.post.entities[payload.postId] ?? {}, confirmed);
        delete state.undo.likes[payload.postId];
      } else state.undo.likes[payload.postId] = confirmed;
    },
    viewerStateWanted(state, { payload }: PayloadAction<{ postId: string; viewerState: ViewerState }>) {
      const post = state.post.entities[payload.postId];
      if (!post) return;
      const kept = (state.undo.viewerState[payload.postId] ??= {});
      for (const name of Object.keys(payload.viewerState) as (keyof ViewerState)[]) {
        if (!(name in kept)) Object.assign(kept, { [name]: post[name] });
      }
      Object.assign(post, payload.viewerState);
    },
    /** The server's current state; pending changes stay shown until they are settled. */
    viewerStateReceived(
      state,
      { payload }: PayloadAction<{ postId: string; wanted: keyof ViewerState; viewerState: ViewerState }>,
    ) {
      const { postId, wanted, viewerState } = payload;
      const { [wanted]: confirmed, ...others } = viewerState;
      noteChange(state, postId);
      Object.assign(state.undo.viewerState[postId] ?? {}, { [wanted]: confirmed });
      Object.assign(state.post.entities[postId] ?? {}, others);
    },
    /** The response to the last click has arrived: shows the server's state. */
    viewerStateSettled(
      state,
      { payload: { postId, wanted } }: PayloadAction<{ postId: string; wanted: keyof ViewerState }>,
    ) {
      const kept = state.undo.viewerState[postId];
      if (!kept || !(wanted in kept)) return;
      Object.assign(state.post.entities[postId] ?? {}, { [wanted]: kept[wanted] });
      delete kept[wanted];
    },
    postApplied(state, { payload }: PayloadAction<{ postId: string; application: MyApplication }>) {
      const post = state.post.entities[payload.postId];
      if (!post) return;
      noteChange(state, payload.postId);
      post.applied = true;
      if (post.job) post.job.myApplication = payload.application;
    },
    /** The exact count from the server; a pending like of the viewer stays shown. */
    likesCounted(state, { payload }: PayloadAction<{ postId: string; likesCount: number }>) {
      noteCounts(state, payload.postId, ['likesCount']);
      const kept = state.undo.likes[payload.postId];
      const post = state.post.entities[payload.postId];
      if (kept) kept.likesCount = payload.likesCount;
      else if (post) post.likesCount = payload.likesCount;
    },
    /** The viewer's state after a change in any tab; a change that is pending here stays shown until it is settled. */
    ownStateReceived(
      state,
      { payload }: PayloadAction<{ postId: string; isLiked: boolean; viewerState: Required<ViewerState> }>,
    ) {
      const { postId, isLiked, viewerState } = payload;
      const post = state.post.entities[postId];
      if (!post) return;
      noteChange(state, postId);
      const like = state.undo.likes[postId];
      if (like) like.isLiked = isLiked;
      else post.isLiked = isLiked;
      const kept = state.undo.viewerState[postId] ?? {};
      for (const name of Object.keys(viewerState) as (keyof ViewerState)[])
        Object.assign(name in kept ? kept : post, { [name]: viewerState[name] });
    },
    postHidden(state, { payload }: PayloadAction<string>) {
      const post = state.post.entities[payload];
      if (!post) return;
      const at: Removed['at'] = {};
      for (const name of listNames) {
        const index = state[name].ids.indexOf(payload);
        if (index === -1) continue;
        at[name] = index;
        state[name].ids.splice(index, 1);
      }
      state.undo.removed[payload] = { post, at };
      adapter.removeOne(state.post, payload);
    },
    postRestored(state, { payload }: PayloadAction<string>) {
      const removed = state.undo.removed[payload];
      if (!removed) return;
      adapter.addOne(state.post, removed.post);
      for (const name of listNames) {
        const index = removed.at[name];
        const { ids } = state[name];
        // The list may have been reloaded meanwhile.
        if (index !== undefined && !ids.includes(payload)) ids.splice(index, 0, payload);
      }
      delete state.undo.removed[payload];
    },
    postLeaving(state, { payload }: PayloadAction<string>) {
      state.leaving[payload] = true;
    },
    postGone(state, { payload }: PayloadAction<string>) {
      removePost(state, payload);
    },
    /** The viewer has removed the post, so no page has to explain where it went. */
    postDismissed(state, { payload }: PayloadAction<string>) {
      state.dismissed[payload] = true;
      removePost(state, payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(postsReceived, (state, { payload, meta }) => storePosts(state, payload.posts, meta.posts))
      .addCase(postCounted, (state, { payload: { postId, ...counts } }) => {
        noteCounts(state, postId, Object.keys(counts) as Counted[]);
        Object.assign(state.post.entities[postId] ?? {}, counts);
      }),
  selectors: {
    selectPost: (state, id: string): StoredPost | undefined => state.post.entities[id],
    selectPostList: (state, name: ListName): PostListState => state[name],
    selectIsDismissed: (state, id: string): boolean => id in state.dismissed,
    selectIsLeaving: (state, id: string): boolean => id in state.leaving,
    selectPostsError: (state) => state.errorMessage,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    posts: ReturnType<typeof postsSlice.getInitialState>;
  }
}

const injected = postsSlice.injectInto(rootReducer);

export const {
  listRequested,
  listLoaded,
  listFailed,
  postPublished,
  likeWanted,
  likeSettled,
  viewerStateWanted,
  viewerStateReceived,
  viewerStateSettled,
  postApplied,
  likesCounted,
  ownStateReceived,
  postHidden,
  postRestored,
  postLeaving,
  postGone,
  postDismissed,
} = postsSlice.actions;
export const { selectPost, selectPostList, selectIsDismissed, selectIsLeaving, selectPostsError } = injected.selectors;
/** The slice's state, for commands; its initial state while the slice is not injected. */
export const selectPostsState = (state: RootState) => injected.selectSlice(state);
