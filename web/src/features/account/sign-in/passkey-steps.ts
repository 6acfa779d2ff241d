/** Signing in and confirming by a passkey: loaded once somebody may have use for it. */
import type {
  passkeyAnswer,
  signInByPasskey,
  startConfirmation,
  startPasskeySignIn,
} from '@afterhours/contract/account/passkeys';
import type { confirmIdentity } from '@afterhours/contract/account/recent-proof';
import { defineMessages } from '@afterhours/contract/base/message';
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type * as z from 'zod/mini';
import { type CallFailure, type CallResult, call } from '#lib/api/client.ts';
import type { AppThunk } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { startSession } from '../session-commands.ts';

const texts = defineMessages('account.passkey', {
  cancelled: 'Nothing was confirmed. Please try again, or sign in another way.',
  failed: 'Your device could not do this. Please try again, or use another way.',
  known: 'This device already has one of your passkeys.',
});

type Failed = Promise<CallFailure | undefined>;
type Options = Extract<CallResult<typeof startPasskeySignIn>, { ok: true }>['body'];

/** A challenge is valid for five minutes; one that waits in the background is renewed before. */
const RENEW_MS = 240_000;

const failure = (message: string, aborted = false): CallFailure => ({ ok: false, status: 0, message, aborted });

/** Returns what went wrong on the device of the member, in a sentence. */
export function describeDeviceError(error: unknown): CallFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError' || (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'))
    return failure(t(texts.cancelled), true);
  if (name === 'NotAllowedError') return failure(t(texts.cancelled));
  return failure(t(name === 'InvalidStateError' ? texts.known : texts.failed));
}

type Answered = { answer: z.input<typeof passkeyAnswer> } | { failed: CallFailure };

/** Asks the device for a passkey; `suggested`: among the suggestions of the field for the address. */
async function askDevice(options: Options, suggested = false): Promise<Answered> {
  try {
    return { answer: await startAuthentication({ optionsJSON: options, useBrowserAutofill: suggested }) };
  } catch (error) {
    return { failed: describeDeviceError(error) };
  }
}

function enter(suggested: boolean): AppThunk<Failed> {
  return async (dispatch) => {
    const started = await call<typeof startPasskeySignIn>('POST', '/login/passkey/start', { public: true });
    if (!started.ok) return started;
    const asked = await askDevice(started.body, suggested);
    if ('failed' in asked) return asked.failed;
    const entered = await call<typeof signInByPasskey>('POST', '/login/passkey', { body: asked.answer, public: true });
    if (!entered.ok) return entered;
    dispatch(startSession(entered.body));
    return undefined;
  };
}

/** The last press of the button: its dialog takes the place of the suggestions. */
let pressed: Promise<unknown> = Promise.resolve();

/** Signs in with any passkey that the member's devices have for this site. */
export function signInWithPasskey(): AppThunk<Failed> {
  return (dispatch) => {
    const entering = dispatch(enter(false));
    pressed = entering;
    return entering;
  };
}

/** Offers passkeys among the suggestions of the field for the address, until one was chosen or the page is left. */
export function suggestPasskeys(left: AbortSignal, onRefused: (message: string) => void): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    left.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
    while (!left.aborted) {
      const renewal = setTimeout(() => WebAuthnAbortService.cancelCeremony(), RENEW_MS);
      const failed = await dispatch(enter(true));
      clearTimeout(renewal);
      // One that was refused is not suggested again: a device may answer by itself.
      if (failed?.status === 401) onRefused(failed.message);
      if (!failed?.aborted) return;
      await pressed;
    }
  };
}

/** Confirms by a passkey that it is the signed-in member. */
export async function confirmByPasskey(): Failed {
  const started = await call<typeof startConfirmation>('POST', '/auth/confirm/start');
  if (!started.ok) return started;
  const asked = await askDevice(started.body);
  if ('failed' in asked) return asked.failed;
  const answer = await call<typeof confirmIdentity>('POST', '/auth/confirm', { body: { passkey: asked.answer } });
  return answer.ok ? undefined : answer;
}
