/** Sign-in steps besides the password: the second step, and Google. Loaded only when needed. */
import type {
  completeSignup,
  completeSignupBody,
  getSocialLogin,
  socialLogin,
  startSocialLogin,
} from '@afterhours/contract/account/social-login';
import type { verifyLogin } from '@afterhours/contract/account/two-factor';
import { defineMessages } from '@afterhours/contract/base/message';
import type * as z from 'zod/mini';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showInfo, showSuccess } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { receiveOwnUser, startSession } from '../session-commands.ts';
import { type GoogleAttempt, randomText, readGoogleResponse, writeAttempt } from './google-attempt.ts';

const texts = defineMessages('account.codes', {
  codesLeft:
    'You have {left, plural, one {# recovery code} other {# recovery codes}} left. You can create new ones in ' +
    'Settings.',
});

type Failed = Promise<CallFailure | undefined>;

/** The second step: sends a code from the app, or a recovery code, with the challenge of the first step. */
export function takeSecondStep(challenge: string, code: string, goTo?: string): AppThunk<Failed> {
  return async (dispatch) => {
    const body = { challenge, code };
    const response = await call<typeof verifyLogin>('POST', '/login/verify', { body, public: true });
    if (!response.ok) return response;
    dispatch(startSession(response.body, goTo));
    // Codes from an app have six digits; anything else was one of the few recovery codes.
    const left = response.body.recoveryCodesLeft;
    if (!/^\s*(?:\d\s*){6}$/.test(code)) showInfo(t(texts.codesLeft, { left }));
    return undefined;
  };
}

export type Providers = { google: { clientId: string; authUrl: string } | null; oidc: { name: string } | null };

/** Returns the identity providers that are set up; none if the server does not respond. */
export async function findProviders(): Promise<Providers> {
  const response = await call<typeof getSocialLogin>('GET', '/socialLogin', { public: true });
  return response.ok ? response.body : { google: null, oidc: null };
}

/**
 * Starts a sign-in with Google. Returns the address to redirect to, or a problem. The values that Google must return
 * are kept in this tab.
 */
export async function startGoogle(
  google: { clientId: string; authUrl: string },
  from: string | undefined,
): Promise<{ address: string } | { problem: string }> {
  const response = await call<typeof startSocialLogin>('POST', '/socialLogin/start', { public: true });
  if (!response.ok) return { problem: response.message };
  const attempt: GoogleAttempt = { nonce: response.body.nonce, state: randomText(), ...(from ? { from } : {}) };
  writeAttempt(attempt);
  const address = new URL(google.authUrl);
  const request = {
    client_id: google.clientId,
    redirect_uri: `${location.origin}/Login/google`,
    response_type: 'id_token',
    response_mode: 'fragment',
    scope: 'openid email profile',
    nonce: attempt.nonce,
    state: attempt.state,
  };
  for (const [name, value] of Object.entries(request)) address.searchParams.set(name, value);
  return { address: address.href };
}

/** What remains to do for a member who returns from Google, or what went wrong. */
export type GoogleArrival = { from?: string | undefined } & ({ problem: string } | { challenge: string });

/** Signs in with the fragment of Google's redirect. Returns null once signed in. Ends the attempt. */
export function arriveFromGoogle(fragment: string): AppThunk<Promise<GoogleArrival | null>> {
  return async (dispatch) => {
    const answered = readGoogleResponse(fragment);
    if ('problem' in answered) return { ...answered, problem: t(answered.problem) };
    const { credential, nonce, from } = answered;
    const body = { provider: 'google' as const, credential, nonce };
    const response = await call<typeof socialLogin>('POST', '/socialLogin', { body, public: true });
    if (!response.ok) return { problem: response.message, from };
    if ('challenge' in response.body) return { challenge: response.body.challenge, from };
    dispatch(startSession(response.body, from));
    return null;
  };
}

/** Sends the details that Google does not provide; afterwards everything is open to the member. */
export function completeDetails(body: z.input<typeof completeSignupBody>): AppThunk<Failed> {
  return async (dispatch) => {
    const response = await call<typeof completeSignup>('POST', '/socialLogin/complete', { body });
    if (!response.ok) return response;
    dispatch(receiveOwnUser(response.body));
    showSuccess(response.message);
    return undefined;
  };
}
