import { searchRemembered } from '#features/account/auth-slice.ts';
import { forgetSearch } from '#lib/browser/session-storage.ts';
import type { AppThunk } from '#lib/store.ts';

/** Takes a term out of what was searched for, or everything. */
export function dropSearch(term?: string): AppThunk {
  return (dispatch) => {
    dispatch(searchRemembered(forgetSearch(term)));
  };
}
