/**
 * Sign-in with an account at another provider (OpenID Connect, the code flow with PKCE). `/start` returns the address
 * to open. The provider sends the browser back to the page `/Login/oidc` with a query string, which is the `answer`.
 * Both calls have to come from the same browser.
 */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { challengeBody, ownUser } from './account.ts';

/** A sign-in has to be completed within this many minutes. */
export const OIDC_MINUTES = 10;

export const oidcMessages = defineMessages('oidc', {
  off: 'Signing in with another account is not set up here.',
  unreachable: '{name} cannot be reached right now. Please try again in a moment, or sign in another way.',
  refused: '{name} could not sign you in. Please try again.',
  denied: 'You did not continue with {name}. Nothing has changed.',
  foreign: 'This sign-in was not started in this browser, or took too long. Please start it here.',
  unverified: '{name} has not verified your email address.',
  noAddress: '{name} did not send an email address that can be used here.',
  domain: 'Only addresses of certain organisations can join here with {name}.',
  linkFirst: 'There is an account with this email address. Please sign in to it, then link {name} in Settings.',
  noAccount: 'No account here is linked to yours at {name}. Sign in another way, then link it in Settings.',
  taken: 'This account at {name} is linked to another member.',
  linkedBefore: 'Your account is already linked to {name}. Unlink it first.',
  linked: 'Your account is linked to {name}.',
  unlinked: 'Your account is no longer linked to {name}.',
  notLinked: 'Your account is not linked to {name}.',
  only: 'Please sign in with {name}. Passwords are not used here.',
});

const incomplete = issueText(oidcMessages.foreign);
export const oidcAnswerBody = z.object({
  /** The query string of the page, with or without its question mark. */
  answer: z.string(incomplete).check(bounded(8_000, incomplete), z.minLength(1, incomplete)),
});

const destination = z.object({ address: z.string() });

export const startOidc = route({
  method: 'POST',
  path: '/socialLogin/oidc/start',
  summary: 'Start signing in at the provider',
  access: 'public',
  cost: 'write',
  response: destination,
});

export const finishOidc = route({
  method: 'POST',
  path: '/socialLogin/oidc',
  summary: "Sign in with the provider's answer",
  access: 'public',
  cost: 'heavy',
  body: oidcAnswerBody,
  response: z.union([z.object({ token: z.string(), user: ownUser, isNew: z.boolean() }), challengeBody]),
});

/** `provider` is null if none is configured. */
const link = z.object({ provider: z.nullable(z.string()), linked: z.boolean() });

export const getOidcLink = route({
  method: 'GET',
  path: '/identities/oidc',
  summary: 'Whether my account is linked to one at the provider',
  access: 'member',
  cost: 'read',
  response: link,
});

export const startOidcLink = route({
  method: 'POST',
  path: '/identities/oidc/start',
  summary: 'Start linking my account to one at the provider',
  access: 'confirmed-always',
  cost: 'write',
  recent: 'factor',
  response: destination,
});

export const linkOidc = route({
  method: 'POST',
  path: '/identities/oidc',
  summary: "Link my account with the provider's answer; I am notified by mail",
  access: 'confirmed-always',
  cost: 'heavy',
  body: oidcAnswerBody,
  response: link,
});

/** Responds with 409 if it is the only way to sign in. */
export const unlinkOidc = route({
  method: 'DELETE',
  path: '/identities/oidc',
  summary: 'Unlink my account from the one at the provider; I am notified by mail',
  access: 'member',
  cost: 'write',
  recent: 'factor',
  response: link,
});
