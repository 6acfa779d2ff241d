/**
 * Passkeys (WebAuthn): a key that is stored on a device and that its owner unlocks there. It counts as both steps of
 * signing in. Fields that browsers send and receive are named as in the specification, so that their helper functions
 * fit.
 */
import * as z from 'zod/mini';
import { bounded, list } from '../base/bounded.ts';
import { dateTime, id, idParams, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { ownUser } from './account.ts';

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_LABEL = 60;
/** The response of an authenticator has to arrive within this many minutes. */
export const PASSKEY_MINUTES = 5;

export const passkeyMessages = defineMessages('passkeys', {
  off: 'Passkeys cannot be used at this address.',
  unreadable: 'The response from your device could not be read. Please try again.',
  late: 'This took too long, or was already sent. Please try again.',
  unknown: 'This passkey is not known here. Please sign in another way.',
  notYours: 'This passkey does not belong to your account.',
  refused: 'This passkey could not be verified. Please try again.',
  known: 'This passkey is already registered.',
  many: 'You can have at most {max} passkeys. Remove one first.',
  lastWay: 'This is your only way to sign in. Set a password or add another passkey first.',
  label: 'Please enter a name.',
  added: 'Passkey added.',
  renamed: 'Passkey renamed.',
  removed: 'Passkey removed.',
  gone: 'This passkey has already been removed.',
});

const unreadable = issueText(passkeyMessages.unreadable);
/** Binary data, encoded as in the browsers' JSON. */
const base64url = (max: number) =>
  z.string(unreadable).check(bounded(max, unreadable), z.regex(/^[\w-]+$/, unreadable));

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof transports)[number];
/** Whether this is a transport that browsers know today; new ones may be added to the specification. */
export const isTransport = (text: string): text is PasskeyTransport =>
  transports.some((transport) => transport === text);

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.enum(transports))),
});

const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
});

const credentialFields = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key', unreadable),
};

/** The browser's response to the options for a new passkey. */
export const registrationAnswer = z.object({
  ...credentialFields,
  response: z.object(
    {
      clientDataJSON: base64url(8_000),
      attestationObject: base64url(32_000),
      transports: z.optional(
        list(z.string(unreadable).check(bounded(40, unreadable)), { max: 20, message: unreadable }),
      ),
    },
    unreadable,
  ),
});
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;

/** The browser's response to the options for a sign-in or a confirmation. */
export const passkeyAnswer = z.object(
  {
    ...credentialFields,
    response: z.object(
      {
        clientDataJSON: base64url(8_000),
        authenticatorData: base64url(8_000),
        signature: base64url(4_000),
        userHandle: z.optional(z.nullable(z.string(unreadable).check(bounded(200, unreadable)))),
      },
      unreadable,
    ),
  },
  unreadable,
);
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

export const passkey = z.object({
  _id: id,
  label: z.string(),
  /** True if the passkey is synchronised to the owner's other devices, for instance by a password manager. */
  backedUp: z.boolean(),
  createdAt: dateTime,
  lastUsedAt: z.nullable(dateTime),
});
export type Passkey = z.infer<typeof passkey>;

export const listPasskeys = route({
  method: 'GET',
  path: '/passkeys',
  summary: 'My passkeys, newest first',
  access: 'member',
  cost: 'read',
  response: z.array(passkey),
});

export const startPasskey = route({
  method: 'POST',
  path: '/passkeys/start',
  summary: 'The options with which a browser creates a passkey',
  access: 'confirmed-always',
  cost: 'write',
  recent: 'factor',
  response: creationOptions,
});

export const addPasskey = route({
  method: 'POST',
  path: '/passkeys',
  summary: 'Register the passkey that the browser has created; I am notified by mail',
  access: 'confirmed-always',
  cost: 'heavy',
  recent: 'factor',
  body: registrationAnswer,
  response: passkey,
});

export const passkeyLabelBody = z.object({
  label: line({ max: MAX_PASSKEY_LABEL, required: issueText(passkeyMessages.label) }),
});

export const renamePasskey = route({
  method: 'PUT',
  path: '/passkeys/:id',
  summary: 'Rename one of my passkeys',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: passkeyLabelBody,
  response: passkey,
});

/** Responds with 409 if it is the only way to sign in. */
export const removePasskey = route({
  method: 'DELETE',
  path: '/passkeys/:id',
  summary: 'Remove one of my passkeys; I am notified by mail',
  access: 'member',
  cost: 'write',
  recent: 'factor',
  params: idParams,
  response: z.null(),
});

export const startPasskeySignIn = route({
  method: 'POST',
  path: '/login/passkey/start',
  summary: 'The options with which a browser asks for any passkey of this site',
  access: 'public',
  cost: 'write',
  response: requestOptions,
});

export const signInByPasskey = route({
  method: 'POST',
  path: '/login/passkey',
  summary: 'Sign in with a passkey, without entering a name; it counts as both steps',
  access: 'public',
  cost: 'write',
  body: passkeyAnswer,
  response: z.object({ token: z.string(), user: ownUser }),
});

export const startConfirmation = route({
  method: 'POST',
  path: '/auth/confirm/start',
  summary: 'The options with which a browser asks for one of my passkeys, for /auth/confirm',
  access: 'member',
  cost: 'write',
  response: requestOptions,
});
