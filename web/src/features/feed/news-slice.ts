/** The number of other members' posts since a list was loaded. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';
import type { FeedQuery } from './feed-commands.ts';

export type NewsList = 'posts' | 'latestPosts';
/** `since` is the newest post when the list was loaded for that query, or a time before all posts. */
type News = { query: FeedQuery; since: string; count: number; more: boolean };

const newsSlice = createSlice({
  name: 'news',
  initialState: (): Partial<Record<NewsList, News>> => ({}),
  reducers: {
    newsBegun(state, { payload }: PayloadAction<{ list: NewsList; query: FeedQuery; since: string }>) {
      state[payload.list] = { query: payload.query, since: payload.since, count: 0, more: false };
    },
    newsCounted(state, { payload }: PayloadAction<{ list: NewsList; since: string; count: number; more: boolean }>) {
      const news = state[payload.list];
      if (news?.since === payload.since) Object.assign(news, { count: payload.count, more: payload.more });
    },
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    news: ReturnType<typeof newsSlice.getInitialState>;
  }
}

const injected = newsSlice.injectInto(rootReducer);

export const { newsBegun, newsCounted } = newsSlice.actions;
export const selectNews = (state: RootState, list: NewsList): News | undefined => injected.selectSlice(state)[list];
