/** Taking one's data along, and leaving for good. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';
import { rawRoute, route } from './route.ts';
import { heldPassword } from './sign-in.ts';

export const EXPORT_PATH = '/account/export';

/** The ZIP is streamed; it needs the token like any call. */
export const exportAccount = rawRoute({
  method: 'GET',
  path: EXPORT_PATH,
  summary: 'Everything that I have put in, as a ZIP',
  access: 'member',
  cost: 'heavy',
  produces: 'application/zip',
});

export const accountDataMessages = {
  deleted: 'Your account is deleted. We are sorry to see you go.',
  wrongPassword: 'Password is incorrect.',
  wrongConfirmation: 'Please write your e-mail address.',
} as const;

/** Members with a password send it; those who only sign in with Google send their e-mail address as `confirmation`. */
export const deleteAccount = route({
  method: 'DELETE',
  path: '/account',
  summary: 'Delete my account and everything in it, for good',
  access: 'member',
  cost: 'heavy',
  beforeDetails: true,
  leavesBrowser: true,
  body: z.object({
    password: z.optional(z.nullable(heldPassword('Password is required.'))),
    confirmation: z.optional(
      z.nullable(
        z.string(accountDataMessages.wrongConfirmation).check(bounded(254, accountDataMessages.wrongConfirmation)),
      ),
    ),
  }),
  answer: z.null(),
});
