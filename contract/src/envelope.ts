/**
 * The form of every answer. Success: `{status: 200, success: true, message, body, …}` with what a list needs
 * beside `body`. Failure: `{status, success: false, message, errors?}` with the same number as the HTTP status.
 */
import * as z from 'zod/mini';

/** HTTP statuses a call may fail with, and the sentence used when nothing more precise is known. */
export const failureMessages = {
  400: 'The request could not be read.',
  401: 'Please sign in to continue.',
  402: 'The payment was declined.',
  403: 'You are not allowed to do that.',
  404: 'Not found.',
  405: 'That method is not available here.',
  409: 'That is already taken.',
  413: 'That is too large.',
  415: 'That kind of content is not accepted here.',
  422: 'Please check the marked fields.',
  429: 'Too many requests. Please wait a moment and try again.',
  500: 'Something went wrong on our side. Please try again.',
  503: 'The service is busy right now. Please try again in a moment.',
} as const;

export type FailureStatus = keyof typeof failureMessages;

/** `code` is the id of the message: it stays when the words change, or come in another language. */
export const fieldError = z.object({ field: z.string(), message: z.string(), code: z.optional(z.string()) });
export type FieldError = z.infer<typeof fieldError>;

export const failure = z.object({
  status: z.int(),
  success: z.literal(false),
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
  /** What a client may act on by itself: `unconfirmed` leads to the page for the mailed code. */
  reason: z.optional(z.enum(['unconfirmed'])),
  /** The same text as `message`; only on failures of /signup, for clients that read it there. */
  msg: z.optional(z.string()),
});
export type Failure = z.infer<typeof failure>;
z.globalRegistry.add(failure, { id: 'Failure' });
