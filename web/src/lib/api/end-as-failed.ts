import type { UnknownAction } from '@reduxjs/toolkit';
import type { AppThunk } from '../store.ts';

export const unexpected = 'Something went wrong. Please try again.';

/**
 * A load that ends as failed when its code throws. Loads that are under way are not started twice, so that one which
 * stayed `loading` after an exception would block its list until the page is loaded anew. The exception goes on.
 */
export function endAsFailed(
  load: AppThunk<Promise<void>>,
  failed: (message: string) => UnknownAction,
): AppThunk<Promise<void>> {
  return async (dispatch) => {
    try {
      await dispatch(load);
    } catch (error) {
      dispatch(failed(unexpected));
      throw error;
    }
  };
}
