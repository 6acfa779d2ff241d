/** The members that match the filters of /find: their ids, and the fields that only this page shows. */
import type { MemberFound } from '@afterhours/contract/people/people-filters';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { appendPage } from '#lib/lists/append-page.ts';
import { rootReducer } from '#lib/store.ts';

type FoundEntry = Pick<MemberFound, '_id' | 'country' | 'inCommon'>;

type FindState = {
  /** The filters of these entries, as they are in the URL. */
  query: string;
  entries: FoundEntry[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
};

const empty = (query: string): FindState => ({ query, entries: [], cursor: null, status: 'idle', message: '' });

type Page = { query: string; entries: FoundEntry[]; cursor: string | null; fresh: boolean };
type Failure = { query: string; message: string; fresh: boolean };

const findSlice = createSlice({
  name: 'find',
  initialState: () => empty(''),
  reducers: {
    /** The previous entries stay shown until the response arrives. */
    findRequested(state, { payload: query }: PayloadAction<string>) {
      state.query = query;
      state.status = 'loading';
      state.message = '';
    },
    /** Ignores a response for other filters than the current ones. */
    findLoaded(state, { payload: { query, entries, cursor, fresh } }: PayloadAction<Page>) {
      if (query !== state.query) return;
      const before = fresh ? [] : state.entries;
      state.entries = appendPage(before, entries, ({ _id }) => _id);
      state.cursor = cursor;
      state.status = 'ready';
    },
    /** If the first page failed, the entries are those of other filters. */
    findFailed(state, { payload: { query, message, fresh } }: PayloadAction<Failure>) {
      if (query !== state.query) return;
      if (fresh) state.entries = [];
      state.status = 'failed';
      state.message = message;
    },
  },
  selectors: { selectFound: (state): FindState => state },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    find: ReturnType<typeof findSlice.getInitialState>;
  }
}

const injected = findSlice.injectInto(rootReducer);

export const { findRequested, findLoaded, findFailed } = findSlice.actions;
export const { selectFound } = injected.selectors;
