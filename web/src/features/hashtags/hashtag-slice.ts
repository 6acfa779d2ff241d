/** All hashtags, most used first; the panel's list. */
import type { Hashtag } from '@afterhours/contract/posts/hashtags';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { appendPage } from '#lib/lists/append-page.ts';
import { rootReducer } from '#lib/store.ts';

type HashtagState = {
  hashTags: Hashtag[];
  /**
   * The viewer's new hashtags since the page was opened, newest first. They are shown on top, because few members use
   * them yet.
   */
  created: Hashtag[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
};

const initialState = (): HashtagState => ({ hashTags: [], created: [], cursor: null, status: 'idle' });

const hashtagSlice = createSlice({
  name: 'hashTag',
  initialState,
  reducers: {
    hashtagsRequested(state) {
      state.status = 'loading';
    },
    hashtagsLoaded(
      state,
      { payload }: PayloadAction<{ hashtags: Hashtag[]; cursor: string | null; further: boolean }>,
    ) {
      const before = payload.further ? state.hashTags : [];
      state.hashTags = appendPage(before, payload.hashtags, ({ _id }) => _id);
      state.cursor = payload.cursor;
      state.status = 'ready';
    },
    hashtagCreated(state, { payload }: PayloadAction<Hashtag>) {
      state.created = [payload, ...state.created.filter(({ _id }) => _id !== payload._id)];
    },
    hashtagsFailed(state) {
      state.status = 'failed';
    },
  },
  selectors: { selectHashtagState: (state): HashtagState => state },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    hashTag: ReturnType<typeof hashtagSlice.getInitialState>;
  }
}

const injected = hashtagSlice.injectInto(rootReducer);

export const { hashtagsRequested, hashtagsLoaded, hashtagCreated, hashtagsFailed } = hashtagSlice.actions;
export const { selectHashtagState } = injected.selectors;
