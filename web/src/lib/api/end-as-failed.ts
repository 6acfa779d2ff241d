import { defineMessages } from '@afterhours/contract/base/message';
import type { UnknownAction } from '@reduxjs/toolkit';
import { t } from '#lib/text/translate.ts';
import type { AppThunk } from '../store.ts';

const texts = defineMessages('api.load', {
  unexpected: 'Something went wrong. Please try again.',
});

/**
 * Wraps a load so that it ends as failed when its code throws. Loads are not started twice, so one that stayed
 * `loading` after an exception would block its list until the page is reloaded. The exception is rethrown.
 */
export function endAsFailed(
  load: AppThunk<Promise<void>>,
  failed: (message: string) => UnknownAction,
): AppThunk<Promise<void>> {
  return async (dispatch) => {
    try {
      await dispatch(load);
    } catch (error) {
      dispatch(failed(t(texts.unexpected)));
      throw error;
    }
  };
}
