/** People whom the viewer may know: two lists of ids with the reasons, and the dismissed ones. */
import type { SuggestedPerson } from '@afterhours/contract/people/people';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { appendPage } from '#lib/lists/append-page.ts';
import { rootReducer } from '#lib/store.ts';
import { followSettled } from './follow-slice.ts';

export type SuggestionListName = 'recommended' | 'colleagues';
export type Suggestion = Pick<SuggestedPerson, '_id' | 'reasonParts' | 'inCommon'>;

type SuggestionList = {
  entries: Suggestion[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
  /** How many members the viewer has followed or unfollowed since the list was requested; it may look different now. */
  outdatedBy: number;
};

const emptyList = (): SuggestionList => ({ entries: [], cursor: null, status: 'idle', message: '', outdatedBy: 0 });

type SuggestionState = Record<SuggestionListName, SuggestionList> & { dismissed: Record<string, true> };

const initialState = (): SuggestionState => ({ recommended: emptyList(), colleagues: emptyList(), dismissed: {} });

type Page = { list: SuggestionListName; entries: Suggestion[]; cursor: string | null; fresh: boolean };

const suggestionSlice = createSlice({
  name: 'suggestion',
  initialState,
  reducers: {
    suggestionsRequested(state, { payload }: PayloadAction<{ list: SuggestionListName; fresh: boolean }>) {
      const list = state[payload.list];
      list.status = 'loading';
      list.message = '';
      if (payload.fresh) list.outdatedBy = 0;
    },
    suggestionsLoaded(state, { payload: { list, entries, cursor, fresh } }: PayloadAction<Page>) {
      const before = fresh ? [] : state[list].entries;
      const all = appendPage(before, entries, ({ _id }) => _id);
      Object.assign(state[list], { entries: all, cursor, status: 'ready', message: '' });
    },
    suggestionsFailed(state, { payload }: PayloadAction<{ list: SuggestionListName; message: string }>) {
      state[payload.list].status = 'failed';
      state[payload.list].message = payload.message;
    },
    suggestionDismissed(state, { payload }: PayloadAction<string>) {
      state.dismissed[payload] = true;
    },
    suggestionRestored(state, { payload }: PayloadAction<string>) {
      delete state.dismissed[payload];
    },
  },
  extraReducers: (builder) =>
    builder.addCase(followSettled, ({ recommended }, { payload }) => {
      if (payload.following !== null && recommended.status !== 'idle') recommended.outdatedBy += 1;
    }),
  selectors: {
    selectSuggestionList: (state, list: SuggestionListName): SuggestionList => state[list],
    selectDismissedPeople: (state): Record<string, true> => state.dismissed,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    suggestion: ReturnType<typeof suggestionSlice.getInitialState>;
  }
}

const injected = suggestionSlice.injectInto(rootReducer);

export const { suggestionsRequested, suggestionsLoaded, suggestionsFailed, suggestionDismissed, suggestionRestored } =
  suggestionSlice.actions;
export const { selectSuggestionList, selectDismissedPeople } = injected.selectors;
