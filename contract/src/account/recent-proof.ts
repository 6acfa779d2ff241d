/** Some calls require a recent proof: a password, passkey or two-step code that was entered a moment ago. */
import * as z from 'zod/mini';
import { dateTime } from '../base/fields.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { passkeyAnswer } from './passkeys.ts';
import { heldPassword } from './sign-in.ts';
import { code } from './two-factor.ts';

/** How long a sign-in, password, passkey or code counts as recent. */
export const RECENT_MINUTES = 10;

export const recentMessages = defineMessages('recent', {
  needed: 'Please confirm that it is you.',
  factor: 'Please confirm with a passkey or a code from your authenticator app.',
  confirmed: 'Thank you.',
});

/** Members without a password send a code. `passkey` is the response to the options of `/auth/confirm/start`. */
export const confirmIdentity = route({
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Confirm that it is me by password, passkey or two-step code; counts for ten minutes',
  access: 'member',
  cost: 'hash',
  body: z.object({
    password: z.optional(z.nullable(heldPassword())),
    code: z.optional(z.nullable(code)),
    passkey: z.optional(z.nullable(passkeyAnswer)),
  }),
  response: z.object({ until: dateTime }),
});
