import { defineMessages } from '@afterhours/contract/base/message';
import type { UnknownAction } from '@reduxjs/toolkit';
import { t } from '#lib/text/translate.ts';
import type { AppThunk } from '../store.ts';
import { forSameMember } from './for-same-member.ts';

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
  return forSameMember(async (dispatch, getState, extra) => {
    try {
      await load(dispatch, getState, extra);
    } catch (error) {
      dispatch(failed(t(texts.unexpected)));
      throw error;
    }
  });
}
