/** Commands that change the account's email address. */
import type { changeEmail, changeEmailBody, confirmEmail } from '@afterhours/contract/account/email-change';
import type * as z from 'zod/mini';
import { receiveOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';

/** Requests the code that is mailed to the new address. */
export const requestEmailChange = (body: z.input<typeof changeEmailBody>) =>
  call<typeof changeEmail>('POST', '/account/changeEmail', { body });

/** Switches the account to the new address. */
export function confirmEmailChange(code: string): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof confirmEmail>('POST', '/account/confirmEmail', { body: { code } });
    if (!response.ok) return response;
    dispatch(receiveOwnUser(response.body));
    showSuccess(response.message);
    return undefined;
  };
}
