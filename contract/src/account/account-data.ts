/** Export of a member's data, and deletion of the account. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { rawRoute, route } from '../base/route.ts';
import { heldPassword } from './sign-in.ts';

export const EXPORT_PATH = '/account/export';

/** The ZIP is streamed; like every call, this one needs the session token. */
export const exportAccount = rawRoute({
  method: 'GET',
  path: EXPORT_PATH,
  summary: 'All my data, as a ZIP',
  access: 'member',
  cost: 'heavy',
  whileSuspended: true,
  whileWaiting: true,
  produces: 'application/zip',
});

export const EXPORT_BY_LINK_PATH = '/account/export/by-link';

/** How many days a mailed link to the export is valid, and for how many downloads. */
export const EXPORT_LINK_DAYS = 7;
export const EXPORT_LINK_DOWNLOADS = 3;

export const accountDataMessages = defineMessages('accountData', {
  deadLink: 'This link is no longer valid. Ask the owners of the community for a new one.',
  deleted: 'Your account has been deleted. We are sorry to see you go.',
  wrongConfirmation: 'Please enter your email address.',
});

const deadLink = issueText(accountDataMessages.deadLink);

/** Responds with 404 when the link is unknown, used up or expired. An interrupted download does not count. */
export const exportByLink = rawRoute({
  method: 'POST',
  path: EXPORT_BY_LINK_PATH,
  summary: 'The same ZIP, with the token of a link that an owner has sent to the member',
  access: 'public',
  cost: 'heavy',
  body: z.object({ token: z.string(deadLink).check(bounded(200, deadLink), z.minLength(1, deadLink)) }),
  produces: 'application/zip',
});

const wrongConfirmation = issueText(accountDataMessages.wrongConfirmation);

/**
 * Members with a password send it; those who only sign in with Google send their email address as `confirmation`.
 * Responds with 409 to the last owner, unless there is nobody else who could become one.
 */
export const deleteAccount = route({
  method: 'DELETE',
  path: '/account',
  summary: 'Permanently delete my account and everything in it',
  access: 'member',
  cost: 'hash',
  beforeDetails: true,
  whileSuspended: true,
  whileWaiting: true,
  leavesBrowser: true,
  body: z.object({
    password: z.optional(z.nullable(heldPassword())),
    confirmation: z.optional(z.nullable(z.string(wrongConfirmation).check(bounded(254, wrongConfirmation)))),
  }),
  response: z.null(),
});
