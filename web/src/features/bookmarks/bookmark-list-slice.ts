/**
 * The ids of the bookmarked posts, newest bookmark first. Whether a post is still bookmarked is stored in the post
 * itself.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ownStateReceived } from '#entities/posts/posts-slice.ts';
import { rootReducer } from '#lib/store.ts';

type BookmarkList = {
  ids: string[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
  /** Whether another tab has bookmarked a post since the list was loaded. */
  stale: boolean;
};

const initialState = (): BookmarkList => ({ ids: [], cursor: null, status: 'idle', message: '', stale: false });

const bookmarkListSlice = createSlice({
  name: 'bookmarkList',
  initialState,
  reducers: {
    bookmarksRequested(state) {
      state.status = 'loading';
      state.message = '';
      state.stale = false;
    },
    /** A reloaded first page is put before the loaded ids, so that a scrolled list keeps its length. */
    bookmarksLoaded(state, { payload }: PayloadAction<{ ids: string[]; cursor: string | null; fresh: boolean }>) {
      const { ids, cursor, fresh } = payload;
      const first = state.ids.length === 0;
      state.ids = [...new Set(fresh ? [...ids, ...state.ids] : [...state.ids, ...ids])];
      if (!fresh || first) state.cursor = cursor;
      state.status = 'ready';
    },
    bookmarksFailed(state, { payload }: PayloadAction<string>) {
      state.status = 'failed';
      state.message = payload;
    },
  },
  extraReducers: (builder) =>
    builder.addCase(ownStateReceived, (state, { payload: { postId, viewerState } }) => {
      if (viewerState.bookmark && !state.ids.includes(postId)) state.stale = true;
    }),
  selectors: { selectBookmarkList: (state): BookmarkList => state },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    bookmarkList: ReturnType<typeof bookmarkListSlice.getInitialState>;
  }
}

const injected = bookmarkListSlice.injectInto(rootReducer);

export const { bookmarksRequested, bookmarksLoaded, bookmarksFailed } = bookmarkListSlice.actions;
export const { selectBookmarkList } = injected.selectors;
