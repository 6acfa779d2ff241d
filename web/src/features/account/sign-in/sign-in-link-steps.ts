/** Signing in with a mailed link. */
import type { requestSignInLink, signInByLink } from '@afterhours/contract/account/sign-in-link';
import { type CallFailure, call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { startSession } from '../session-commands.ts';

export const requestLink = (email: string) =>
  call<typeof requestSignInLink>('POST', '/login/link', { body: { email }, public: true });

/** Signs in with a link's token. Returns the challenge of the second step, or the failure. */
export function enterByLink(token: string): AppThunk<Promise<CallFailure | { challenge: string } | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof signInByLink>('POST', '/login/link/confirm', { body: { token }, public: true });
    if (!response.ok) return response;
    if ('challenge' in response.body) return { challenge: response.body.challenge };
    dispatch(startSession(response.body));
    return undefined;
  };
}
