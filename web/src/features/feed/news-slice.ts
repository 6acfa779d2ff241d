/** How many posts of others came after a list was loaded. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { listLoaded } from '#entities/posts/posts-slice.ts';
import { type RootState, rootReducer } from '#lib/store.ts';

const newsLists = ['posts', 'latestPosts'] as const;
export type NewsList = (typeof newsLists)[number];
/** `since`: the newest post of the list when it was loaded, or the id that one would have had then. */
type News = { query: string; since: string; count: number; more: boolean };

/** Ids begin with the milliseconds of their time, in 12 hexadecimal digits. */
const idAt = (time: string): string =>
  Date.parse(time).toString(16).padStart(12, '0').replace(/.{4}$/, '-$&-7000-8000-000000000000');

/**
 * The server says in whole seconds when it answered. What came within that second counts as new unless the list has
 * it, or something newer.
 */
const newestOf = (ids: readonly string[], sentAt: string): string =>
  ids.reduce((newest, id) => (id > newest ? id : newest), idAt(sentAt));

const newsSlice = createSlice({
  name: 'news',
  initialState: (): Partial<Record<NewsList, News>> => ({}),
  reducers: {
    newsCounted(state, { payload }: PayloadAction<{ list: NewsList; since: string; count: number; more: boolean }>) {
      const news = state[payload.list];
      if (news?.since === payload.since) Object.assign(news, { count: payload.count, more: payload.more });
    },
  },
  extraReducers: (builder) =>
    builder.addCase(listLoaded, (state, { payload: { list: loaded, ids, query, fresh, sentAt } }) => {
      const list = newsLists.find((each) => each === loaded);
      if (list && fresh && sentAt) state[list] = { query, since: newestOf(ids, sentAt), count: 0, more: false };
    }),
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    news: ReturnType<typeof newsSlice.getInitialState>;
  }
}

const injected = newsSlice.injectInto(rootReducer);

export const { newsCounted } = newsSlice.actions;
export const selectNews = (state: RootState, list: NewsList): News | undefined => injected.selectSlice(state)[list];
