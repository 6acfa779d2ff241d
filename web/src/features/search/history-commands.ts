import { searchRemembered } from '#features/account/auth-slice.ts';
import { forgetSearch } from '#lib/browser/session-storage.ts';
import type { AppThunk } from '#lib/store.ts';

/** Removes a term from the search history, or clears the history. */
export function dropSearch(term?: string): AppThunk {
  return (dispatch) => {
    dispatch(searchRemembered(forgetSearch(term)));
  };
}
