/** Exporting the data of an account, and deleting the account. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { rawRoute, route } from '../base/route.ts';
import { heldPassword } from './sign-in.ts';

export const EXPORT_PATH = '/account/export';

/** The ZIP is streamed; it needs the token like any call. */
export const exportAccount = rawRoute({
  method: 'GET',
  path: EXPORT_PATH,
  summary: 'Everything that I have put in, as a ZIP',
  access: 'member',
  cost: 'heavy',
  whileSuspended: true,
  whileWaiting: true,
  produces: 'application/zip',
});

export const EXPORT_BY_LINK_PATH = '/account/export/by-link';

/** A mailed link to the export works for so many days, and for so many downloads. */
export const EXPORT_LINK_DAYS = 7;
export const EXPORT_LINK_DOWNLOADS = 3;

export const accountDataMessages = defineMessages('accountData', {
  deadLink: 'This link is no longer valid. Ask the owners of the community for a new one.',
  deleted: 'Your account is deleted. We are sorry to see you go.',
  wrongConfirmation: 'Please write your email address.',
});

const deadLink = issueText(accountDataMessages.deadLink);

/** 404 for a link that is unknown, used up or expired. A download that breaks off does not count. */
export const exportByLink = rawRoute({
  method: 'POST',
  path: EXPORT_BY_LINK_PATH,
  summary: 'The same ZIP, with the token of a link that owners have had mailed to the member',
  access: 'public',
  cost: 'heavy',
  body: z.object({ token: z.string(deadLink).check(bounded(200, deadLink), z.minLength(1, deadLink)) }),
  produces: 'application/zip',
});

const wrongConfirmation = issueText(accountDataMessages.wrongConfirmation);

/** Members with a password send it; those who only sign in with Google send their email address as `confirmation`. */
export const deleteAccount = route({
  method: 'DELETE',
  path: '/account',
  summary: 'Delete my account and everything in it, for good',
  access: 'member',
  cost: 'heavy',
  beforeDetails: true,
  whileSuspended: true,
  whileWaiting: true,
  leavesBrowser: true,
  body: z.object({
    password: z.optional(z.nullable(heldPassword())),
    confirmation: z.optional(z.nullable(z.string(wrongConfirmation).check(bounded(254, wrongConfirmation)))),
  }),
  answer: z.null(),
});
