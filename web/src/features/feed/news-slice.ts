/** How many posts of others came after a list was loaded. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { listLoaded } from '#entities/posts/posts-slice.ts';
import { type RootState, rootReducer } from '#lib/store.ts';

const newsLists = ['posts', 'latestPosts'] as const;
export type NewsList = (typeof newsLists)[number];
/** `since`: when the list was loaded for that query, by the server's clock. */
type News = { query: string; since: string; count: number; more: boolean };

/** The server's time has whole seconds; what was posted within that second is in the list. */
const SECOND_MS = 1_000;
const afterSecond = (time: string): string => new Date(Date.parse(time) + SECOND_MS).toISOString();

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
    builder.addCase(listLoaded, (state, { payload: { list: loaded, query, fresh, sentAt } }) => {
      const list = newsLists.find((each) => each === loaded);
      if (list && fresh && sentAt) state[list] = { query, since: afterSecond(sentAt), count: 0, more: false };
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
