/** The viewer's connections, newest first: all of them, or those that match a keyword. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { relationshipReceived, relationshipSettled } from '#entities/people/connection-slice.ts';
import { memberHidden } from '#entities/people/user-slice.ts';
import { appendPage } from '#lib/lists/append-page.ts';
import { mergeFirstPage } from '#lib/lists/merge-first-page.ts';
import { rootReducer } from '#lib/store.ts';

/** `since` is the time when the two members connected. */
export type StoredConnection = { userId: string; since: string };

type ConnectionList = {
  /** The requested keyword; empty for all connections. */
  keyword: string;
  /** The keyword that the entries match: the previous one, until the response arrives. */
  matched: string;
  entries: StoredConnection[];
  cursor: string | null;
  /** The exact number of matches; null until it is loaded. */
  total: number | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
};

type Page = { keyword: string; entries: StoredConnection[]; cursor: string | null; total: number; fresh: boolean };

const initialState = (): ConnectionList => ({
  keyword: '',
  matched: '',
  entries: [],
  cursor: null,
  total: null,
  status: 'idle',
  message: '',
});

const olderThan = (entry: StoredConnection, last: StoredConnection): boolean =>
  entry.since < last.since || (entry.since === last.since && entry.userId < last.userId);

function remove(state: ConnectionList, userId: string): void {
  const remaining = state.entries.filter((entry) => entry.userId !== userId);
  if (state.total !== null) state.total -= state.entries.length - remaining.length;
  state.entries = remaining;
}

const connectionListSlice = createSlice({
  name: 'connectionList',
  initialState,
  reducers: {
    connectionsRequested(state, { payload }: PayloadAction<string>) {
      state.keyword = payload;
      state.status = 'loading';
      state.message = '';
    },
    /** Ignores the response for a keyword that has changed in the meantime. */
    connectionsLoaded(state, { payload: { keyword, entries, cursor, total, fresh } }: PayloadAction<Page>) {
      if (keyword !== state.keyword) return;
      const current = state.matched === keyword ? state : initialState();
      const further = appendPage(current.entries, entries, ({ userId }) => userId);
      const merged = fresh ? mergeFirstPage(current, { entries, cursor }, olderThan) : { entries: further, cursor };
      Object.assign(state, merged, { matched: keyword, total, status: 'ready' });
    },
    connectionsFailed(state, { payload }: PayloadAction<{ keyword: string; message: string }>) {
      if (payload.keyword !== state.keyword) return;
      state.status = 'failed';
      state.message = payload.message;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(relationshipSettled, (state, { payload: { userId, relationship } }) => {
        if (relationship && relationship.status !== 'connected') remove(state, userId);
      })
      .addCase(relationshipReceived, (state, { payload: { userId, status } }) => {
        if (status !== 'connected') remove(state, userId);
      })
      .addCase(memberHidden, (state, { payload }) => remove(state, payload)),
  selectors: { selectConnectionList: (state): ConnectionList => state },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    connectionList: ReturnType<typeof connectionListSlice.getInitialState>;
  }
}

const injected = connectionListSlice.injectInto(rootReducer);

export const { connectionsRequested, connectionsLoaded, connectionsFailed } = connectionListSlice.actions;
export const { selectConnectionList } = injected.selectors;
