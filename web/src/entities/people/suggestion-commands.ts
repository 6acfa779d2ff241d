/** Loads suggestions of people, and dismisses one permanently. */
import type { dismissSuggestion, listColleagues, listRecommendedPeople } from '@afterhours/contract/people/people';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { logFailure } from '#lib/log.ts';
import { announceOnly } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';
import { selectFollowVersion } from './follow-slice.ts';
import { receivePeople } from './receive-people.ts';
import {
  type SuggestionListName,
  selectSuggestionList,
  suggestionDismissed,
  suggestionRestored,
  suggestionsFailed,
  suggestionsLoaded,
  suggestionsRequested,
} from './suggestion-slice.ts';

const PAGE_SIZE = '20';

type Query = { limit: string; cursor?: string | undefined };

const loaders = {
  recommended: (query: Query) => call<typeof listRecommendedPeople>('GET', '/recommendedToProfessionPeople', { query }),
  colleagues: (query: Query) => call<typeof listColleagues>('GET', '/findColleagues', { query }),
};

function loadPage(list: SuggestionListName, cursor: string | null): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const followVersion = selectFollowVersion(getState());
    const response = await loaders[list]({ limit: PAGE_SIZE, cursor: cursor ?? undefined });
    if (!response.ok) {
      logFailure(`Suggestions (${list})`, response.message);
      dispatch(suggestionsFailed({ list, message: response.message }));
      return;
    }
    dispatch(receivePeople(response.body, followVersion));
    const entries = response.body.map(({ _id, reasonParts, inCommon }) => ({ _id, reasonParts, inCommon }));
    dispatch(suggestionsLoaded({ list, entries, cursor: response.nextCursor, fresh: cursor === null }));
  };
}

/** Loads a list of suggestions from the start (`fresh`, after any load in progress), or its next page. */
export function loadSuggestions(list: SuggestionListName, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const loaded = selectSuggestionList(getState(), list);
      if (!fresh && (loaded.status === 'loading' || loaded.cursor === null)) return;
      dispatch(suggestionsRequested({ list, fresh }));
      await queueSerially(`suggestions ${list}`, () => dispatch(loadPage(list, fresh ? null : loaded.cursor)));
    },
    (message) => suggestionsFailed({ list, message }),
  );
}

/** Removes a member from the suggestions permanently; restores the suggestion if the server refuses. */
export function dismissPerson(userId: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(suggestionDismissed(userId));
    const response = await call<typeof dismissSuggestion>('POST', '/people/dismiss', { body: { userId } });
    if (response.ok || response.status === 404) {
      announceOnly(response.message);
      return;
    }
    dispatch(suggestionRestored(userId));
    showFailure(response);
  };
}
