import { readUser } from '../browser/session-storage.ts';
import type { AppDispatch, AppThunk } from '../store.ts';

/**
 * Wraps a load: what it dispatches once its member has signed out is dropped, because the store may be another member's
 * by then.
 */
export const forSameMember =
  <Result>(load: AppThunk<Promise<Result>>): AppThunk<Promise<Result>> =>
  (dispatch, getState, extra) => {
    const member = readUser();
    const hasLeft = () => member !== null && readUser()?._id !== member._id;
    const dispatchForMember = (action: Parameters<AppDispatch>[0]) => (hasLeft() ? action : dispatch(action));
    return load(dispatchForMember as AppDispatch, getState, extra);
  };
