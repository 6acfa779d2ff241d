/** Signing in by a mailed link. It works once, in the browser that requested it, after pressing a button there. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { challengeBody, ownUser } from './account.ts';
import { email } from './sign-in.ts';

export const SIGN_IN_LINK_MINUTES = 10;
/** An account has at most this many valid links; one more invalidates the oldest. */
export const SIGN_IN_LINKS = 3;

export const signInLinkMessages = defineMessages('signInLink', {
  sent: 'If this address has a confirmed account here, a link to sign in is on its way.',
  dead: 'This link is not valid in this browser. Open it in the browser where you asked for it, or ask for a new one.',
});

export const signInLinkBody = z.object({ email: email() });

/** The response is the same whether or not the address is known. */
export const requestSignInLink = route({
  method: 'POST',
  path: '/login/link',
  summary: 'Mail a link to sign in; it works only in the browser that requested it',
  access: 'public',
  cost: 'heavy',
  body: signInLinkBody,
  response: z.null(),
});

const dead = issueText(signInLinkMessages.dead);

/** With two-step verification on, the response is a challenge, as for /login. */
export const signInByLink = route({
  method: 'POST',
  path: '/login/link/confirm',
  summary: 'Sign in with the token of a mailed link',
  access: 'public',
  cost: 'heavy',
  body: z.object({ token: z.string(dead).check(bounded(200, dead), z.minLength(1, dead)) }),
  response: z.union([z.object({ token: z.string(), user: ownUser }), challengeBody]),
});
