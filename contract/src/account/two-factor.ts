/** Two-step verification: after the password, a code from an authenticator app (TOTP, RFC 6238) or a recovery code. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { ownUser } from './account.ts';
import { codeMessages, stripCode } from './mailed-code.ts';
import { heldPassword } from './sign-in.ts';

export const RECOVERY_CODES = 10;
export const CHALLENGE_MINUTES = 10;
export const CHALLENGE_TRIES = 5;

export const twoFactorMessages = defineMessages('twoFactor', {
  needed: 'Please enter the code from your authenticator app.',
  deadChallenge: 'Too many wrong codes, or too much time has passed. Please sign in again.',
  notStarted: 'Please start with the QR code.',
  alreadyOn: 'Two-step verification is already on.',
  notOn: 'Two-step verification is not on.',
  enabled: 'Two-step verification is on.',
  disabled: 'Two-step verification is off.',
  newCodes: 'These are your new recovery codes. The old ones no longer work.',
});

/** Six digits, possibly with spaces and a dash, or a recovery code such as `abcd-efgh-ijkl` in either case. */
export const code = z.string(issueText(codeMessages.required)).check(
  bounded(80, issueText(codeMessages.wrong)),
  z.overwrite((value) => {
    const compact = stripCode(value);
    return /^\d+$/.test(compact) ? compact : value.replace(/\s/g, '').toLowerCase();
  }),
  z.minLength(1, { error: issueText(codeMessages.required), abort: true }),
  z.maxLength(40, issueText(codeMessages.wrong)),
);
/** The member's password; omitted by members who only sign in with Google. */
const password = z.optional(z.nullable(heldPassword()));

const deadChallenge = issueText(twoFactorMessages.deadChallenge);

export const verifyLoginBody = z.object({
  challenge: z.string(deadChallenge).check(bounded(200, deadChallenge), z.minLength(1, deadChallenge)),
  code,
});

export const verifyLogin = route({
  method: 'POST',
  path: '/login/verify',
  summary: 'The second step of signing in: a code from the app, or a recovery code',
  access: 'public',
  cost: 'write',
  body: verifyLoginBody,
  response: z.object({ token: z.string(), user: ownUser, recoveryCodesLeft: z.int() }),
});

export const getTwoFactor = route({
  method: 'GET',
  path: '/twoFactor',
  summary: 'Whether two-step verification is on, since when, and how many recovery codes are left',
  access: 'member',
  cost: 'read',
  response: z.object({ enabled: z.boolean(), enabledAt: z.nullable(dateTime), recoveryCodesLeft: z.int() }),
});

/** `secret` is base32, `uri` an otpauth:// address, `qrCode` its image as SVG. Takes effect only once confirmed. */
export const startTwoFactor = route({
  method: 'POST',
  path: '/twoFactor/start',
  summary: 'A new secret for the authenticator app',
  access: 'confirmed-always',
  cost: 'hash',
  recent: 'factor-if-any',
  body: z.object({ password }),
  response: z.object({ secret: z.string(), uri: z.string(), qrCode: z.string() }),
});

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const enableTwoFactor = route({
  method: 'POST',
  path: '/twoFactor/enable',
  summary: 'Turn it on with a first code from the app; returns the recovery codes, once',
  access: 'confirmed-always',
  cost: 'hash',
  recent: 'factor-if-any',
  body: z.object({ code }),
  response: recoveryCodes,
});

export const disableTwoFactor = route({
  method: 'POST',
  path: '/twoFactor/disable',
  summary: 'Turn it off with the password and a code',
  access: 'member',
  cost: 'hash',
  body: z.object({ password, code }),
  response: z.null(),
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/twoFactor/recoveryCodes',
  summary: 'New recovery codes, requested with a code from the app; the old ones no longer work',
  access: 'member',
  cost: 'hash',
  body: z.object({ password, code }),
  response: recoveryCodes,
});
