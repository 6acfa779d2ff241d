/**
 * The envelope of every response. Success: `{status: 200, success: true, message, body, …}` with a list's paging fields
 * beside `body`. Failure: `{status, success: false, message, errors?}` with `status` equal to the HTTP status.
 */
import * as z from 'zod/mini';
import { defineMessages } from './message.ts';

const texts = defineMessages('failure', {
  unreadable: 'The request could not be read.',
  signIn: 'Please sign in to continue.',
  declined: 'The payment was declined.',
  forbidden: 'You are not allowed to do that.',
  notFound: 'Not found.',
  method: 'That method is not available here.',
  taken: 'That is already taken.',
  tooLarge: 'That is too large.',
  mediaType: 'That kind of content is not accepted here.',
  fields: 'Please check the marked fields.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  ourSide: 'Something went wrong on our side. Please try again.',
  busy: 'The service is busy right now. Please try again in a moment.',
});

/** The HTTP statuses that a call may fail with, and the message for each if nothing more specific is known. */
export const failureMessages = {
  400: texts.unreadable,
  401: texts.signIn,
  402: texts.declined,
  403: texts.forbidden,
  404: texts.notFound,
  405: texts.method,
  409: texts.taken,
  413: texts.tooLarge,
  415: texts.mediaType,
  422: texts.fields,
  429: texts.tooMany,
  500: texts.ourSide,
  503: texts.busy,
} as const;

export type FailureStatus = keyof typeof failureMessages;

/** `code` is the id of the message. It stays the same when the wording changes or is translated. */
export const fieldError = z.object({ field: z.string(), message: z.string(), code: z.optional(z.string()) });
export type FieldError = z.infer<typeof fieldError>;

export const failure = z.object({
  status: z.int(),
  success: z.literal(false),
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
  /**
   * What a client may act on by itself. `unconfirmed` leads to the page for the mailed code, `second-factor` to
   * two-step verification; `staff` means that the call is for moderators or owners only. `suspended` and `banned` lead
   * to the page with the decision, `waiting` to the page for people whose request to join is pending. For staff who may
   * not decide about this member, `own` means that the member is themselves, and `rank` that only owners may decide.
   * `recent` asks for /auth/confirm, after which the call is sent again; `factor` asks for the same with a passkey or
   * code, not the password. `daily`: the member has used up a daily limit. `seller`: the member may not publish what
   * costs money.
   */
  reason: z.optional(
    z.enum([
      'unconfirmed',
      'staff',
      'second-factor',
      'suspended',
      'banned',
      'waiting',
      'own',
      'rank',
      'recent',
      'factor',
      'daily',
      'seller',
    ]),
  ),
  /** The same text as `message`; only in failures of /signup, for clients that read it there. */
  msg: z.optional(z.string()),
});
export type Failure = z.infer<typeof failure>;
z.globalRegistry.add(failure, { id: 'Failure' });
