/** Changing the email address of an account: first the password, then a code that is mailed to the new address. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { ownUser } from './account.ts';
import { codeMessages, mailedCode } from './mailed-code.ts';
import { email, heldPassword } from './sign-in.ts';

export const emailChangeMessages = defineMessages('emailChange', {
  codeSent: 'If this address can be used, a 6-digit code is on its way to it.',
  changed: 'Your email address has been changed.',
  same: 'This is already your address.',
  noPassword: 'Please set a password first.',
});

export const changeEmailBody = z.object({
  newEmail: email(),
  password: heldPassword(),
  /** From the authenticator app, or a recovery code. Required if two-step verification is on. */
  code: z.optional(
    z.nullable(z.string(issueText(codeMessages.wrong)).check(bounded(40, issueText(codeMessages.wrong)))),
  ),
});

/** The response is the same when the address belongs to somebody else; no code is sent then. */
export const changeEmail = route({
  method: 'POST',
  path: '/account/changeEmail',
  summary: 'Mail a code to the new address of the account',
  access: 'member',
  cost: 'hash',
  body: changeEmailBody,
  response: z.null(),
});

export const confirmEmailBody = z.object({ code: mailedCode });

export const confirmEmail = route({
  method: 'POST',
  path: '/account/confirmEmail',
  summary: 'Switch to the new address with the code that was mailed to it',
  access: 'member',
  cost: 'write',
  body: confirmEmailBody,
  response: ownUser,
});
