/** The number of other members' posts since a list was loaded. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';
import type { FeedQuery } from './feed-commands.ts';

export type CountedList = 'posts' | 'latestPosts';
/** `since` is the newest post when the list was loaded for that query, or a time before all posts. */
type NewPosts = { query: FeedQuery; since: string; count: number; more: boolean };

const newPostsSlice = createSlice({
  name: 'newPosts',
  initialState: (): Partial<Record<CountedList, NewPosts>> => ({}),
  reducers: {
    countingStarted(state, { payload }: PayloadAction<{ list: CountedList; query: FeedQuery; since: string }>) {
      state[payload.list] = { query: payload.query, since: payload.since, count: 0, more: false };
    },
    newPostsCounted(
      state,
      { payload }: PayloadAction<{ list: CountedList; since: string; count: number; more: boolean }>,
    ) {
      const newPosts = state[payload.list];
      if (newPosts?.since === payload.since) Object.assign(newPosts, { count: payload.count, more: payload.more });
    },
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    newPosts: ReturnType<typeof newPostsSlice.getInitialState>;
  }
}

const injected = newPostsSlice.injectInto(rootReducer);

export const { countingStarted, newPostsCounted } = newPostsSlice.actions;
export const selectNewPosts = (state: RootState, list: CountedList): NewPosts | undefined =>
  injected.selectSlice(state)[list];
