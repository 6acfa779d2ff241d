/** Signing in and confirming with a passkey; loaded when it may be needed. */
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

/** A challenge is valid for five minutes; one that waits in the background is renewed before it expires. */
const RENEW_MS = 240_000;

const failure = (message: string, aborted = false): CallFailure => ({ ok: false, status: 0, message, aborted });

/** Returns a message for an error on the member's device. */
export function describeDeviceError(error: unknown): CallFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'AbortError' || (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'))
    return failure(t(texts.cancelled), true);
  if (name === 'NotAllowedError') return failure(t(texts.cancelled));
  return failure(t(name === 'InvalidStateError' ? texts.known : texts.failed));
}

type Answered = { answer: z.input<typeof passkeyAnswer> } | { failed: CallFailure };

/** Requests a passkey from the device. With `suggested`, passkeys appear among the email field's suggestions. */
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
    const deviceAnswer = await askDevice(started.body, suggested);
    if ('failed' in deviceAnswer) return deviceAnswer.failed;
    const entered = await call<typeof signInByPasskey>('POST', '/login/passkey', {
      body: deviceAnswer.answer,
      public: true,
    });
    if (!entered.ok) return entered;
    dispatch(startSession(entered.body));
    return undefined;
  };
}

/** The last click on the button: its dialog replaces the suggestions. */
let pressed: Promise<unknown> = Promise.resolve();

/** Signs in with any passkey that the member's devices have for this site. */
export function signInWithPasskey(): AppThunk<Failed> {
  return (dispatch) => {
    const entering = dispatch(enter(false));
    pressed = entering;
    return entering;
  };
}

/** Offers passkeys among the email field's suggestions until one is chosen or the member leaves the page. */
export function suggestPasskeys(left: AbortSignal, onRefused: (message: string) => void): AppThunk<Promise<void>> {
  return async (dispatch) => {
    if (!(await browserSupportsWebAuthnAutofill())) return;
    left.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
    while (!left.aborted) {
      const renewal = setTimeout(() => WebAuthnAbortService.cancelCeremony(), RENEW_MS);
      const failed = await dispatch(enter(true));
      clearTimeout(renewal);
      // A refused passkey is not suggested again, because a device may respond without the member.
      if (failed?.status === 401) onRefused(failed.message);
      if (!failed?.aborted) return;
      await pressed;
    }
  };
}

/** Confirms the member's identity with a passkey. */
export async function confirmByPasskey(): Failed {
  const started = await call<typeof startConfirmation>('POST', '/auth/confirm/start');
  if (!started.ok) return started;
  const deviceAnswer = await askDevice(started.body);
  if ('failed' in deviceAnswer) return deviceAnswer.failed;
  const response = await call<typeof confirmIdentity>('POST', '/auth/confirm', {
    body: { passkey: deviceAnswer.answer },
  });
  return response.ok ? undefined : response;
}
