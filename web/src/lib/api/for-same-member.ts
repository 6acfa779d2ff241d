import { readToken } from '../browser/session-storage.ts';
import type { AppDispatch, AppThunk } from '../store.ts';

/**
 * Wraps a load: what it dispatches once its member has signed out, or its guest has signed in, is dropped, because the
 * store has been cleared and may be another member's by then.
 */
export const forSameMember =
  <Result>(load: AppThunk<Promise<Result>>): AppThunk<Promise<Result>> =>
  (dispatch, getState, extra) => {
    const token = readToken();
    const dispatchInSession = (action: Parameters<AppDispatch>[0]) =>
      readToken() === token ? dispatch(action) : action;
    return load(dispatchInSession as AppDispatch, getState, extra);
  };
