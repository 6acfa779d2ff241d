/** The results of the last search, as ids; people and posts themselves are in the slices that all pages share. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

export type SearchPart = 'people' | 'posts';

/** `query` is the search that found the ids; a list for another search starts over. */
export type SearchList = {
  query: string;
  ids: string[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
};

/** The fields of a person that only search results include. */
type FoundFacts = { country: string | null; skills: string[] };

const emptyList = (query = ''): SearchList => ({ query, ids: [], cursor: null, status: 'idle', message: '' });
type SearchState = Record<SearchPart, SearchList> & { facts: Record<string, FoundFacts> };
const initialState = (): SearchState => ({ people: emptyList(), posts: emptyList(), facts: {} });

type Of<Payload> = PayloadAction<{ part: SearchPart; query: string } & Payload>;

const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    searchRequested(state, { payload: { part, query } }: Of<object>) {
      if (state[part].query !== query) state[part] = emptyList(query);
      state[part].status = 'loading';
      state[part].message = '';
    },
    searchLoaded(state, { payload: { part, query, ids, cursor } }: Of<{ ids: string[]; cursor: string | null }>) {
      const list = state[part];
      if (list.query !== query) return;
      list.ids = [...new Set([...list.ids, ...ids])];
      list.cursor = cursor;
      list.status = 'ready';
    },
    searchFailed(state, { payload: { part, query, message } }: Of<{ message: string }>) {
      if (state[part].query !== query) return;
      state[part].status = 'failed';
      state[part].message = message;
    },
    factsReceived(state, { payload }: PayloadAction<Record<string, FoundFacts>>) {
      Object.assign(state.facts, payload);
    },
  },
  selectors: {
    selectFound: (state, part: SearchPart): SearchList => state[part],
    selectFacts: (state, id: string): FoundFacts | undefined => state.facts[id],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    search: ReturnType<typeof searchSlice.getInitialState>;
  }
}

const injected = searchSlice.injectInto(rootReducer);

export const { searchRequested, searchLoaded, searchFailed, factsReceived } = searchSlice.actions;
export const { selectFound, selectFacts } = injected.selectors;
