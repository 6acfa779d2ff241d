/**
 * A sign-in with Google that was started in this tab. `state` proves that the response belongs to a request from this
 * tab, and `nonce` binds the token to that request. Both are used once.
 */
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { parseStored, tabStorage } from '#lib/browser/storage.ts';

export type GoogleAttempt = { nonce: string; state: string; from?: string };
type GoogleResponse = { credential: string; nonce: string; from?: string };

const KEY = 'googleSignIn';

const texts = defineMessages('account.google', {
  denied: 'You did not continue with Google. Nothing has changed.',
  refused: 'Google could not sign you in. Please try again.',
  incomplete: 'The response from Google was incomplete. Please try again.',
  foreign: 'This sign-in was not started in this tab. Please start it here.',
});

export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function writeAttempt(attempt: GoogleAttempt): void {
  tabStorage.set(KEY, JSON.stringify(attempt));
}

function takeAttempt(): GoogleAttempt | null {
  const attempt = parseStored(tabStorage.get(KEY));
  tabStorage.remove(KEY);
  return typeof attempt === 'object' && attempt !== null && 'state' in attempt ? (attempt as GoogleAttempt) : null;
}

/** Returns the credential from the fragment of Google's redirect, or a problem. Ends the attempt. */
export function readGoogleResponse(fragment: string): GoogleResponse | { problem: MessageDescriptor; from?: string } {
  const response = new URLSearchParams(fragment.replace(/^#/, ''));
  const attempt = takeAttempt();
  const error = response.get('error');
  const credential = response.get('id_token');
  if (!attempt || (response.get('state') ?? attempt.state) !== attempt.state) return { problem: texts.foreign };
  const back = attempt.from ? { from: attempt.from } : {};
  if (error !== null) return { problem: error === 'access_denied' ? texts.denied : texts.refused, ...back };
  if (!credential || !response.has('state')) return { problem: texts.incomplete, ...back };
  return { credential, nonce: attempt.nonce, ...back };
}
