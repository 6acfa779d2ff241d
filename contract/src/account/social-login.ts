/** Signing in with Google: an ID token, verified against the published keys. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { ownUser } from './account.ts';
import { dateOfBirth } from './birth.ts';
import { country } from './countries.ts';
import { phone } from './phone.ts';

/** How long after its start a sign-in with Google may come back. */
export const NONCE_MINUTES = 15;

export const socialLoginMessages = defineMessages('socialLogin', {
  refused: 'Google did not confirm this sign-in. Please try again.',
  unverified: 'Your Google address is not verified. Please verify it with Google, or sign up with email and password.',
  notJoined:
    'This address has an account that is not confirmed yet. ' +
    'Please sign in with your password and confirm it, or reset the password by email.',
  off: 'Signing in with Google is not available here.',
  unreachable: 'Google cannot be reached right now. Please try again in a moment.',
  needsDetails: 'Please tell us your date of birth, phone and country first.',
  completed: 'Welcome.',
  provider: "provider must be 'google'.",
});

/**
 * How the browser asks Google: `authUrl` with `client_id`, `response_type=id_token`, `scope=openid email profile`, a
 * `nonce` of `/socialLogin/start`, and the page `/Login/google` as `redirect_uri`. Null when nobody has set it up.
 */
export const getSocialLogin = route({
  method: 'GET',
  path: '/socialLogin',
  summary: 'Whether one can sign in with Google here, and as which client; and with another provider',
  access: 'public',
  cost: 'read',
  answer: z.object({
    google: z.nullable(z.object({ clientId: z.string(), authUrl: z.string() })),
    /** Another provider, by the name that members know. */
    oidc: z.nullable(z.object({ name: z.string() })),
  }),
});

/** The nonce to ask Google with: the ID token has to hold it, and signs in once. */
export const startSocialLogin = route({
  method: 'POST',
  path: '/socialLogin/start',
  summary: 'Begin a sign-in with Google: a nonce that is good once',
  access: 'public',
  cost: 'write',
  answer: z.object({ nonce: z.string() }),
});

const refused = issueText(socialLoginMessages.refused);

/** With two-step verification on, the answer is a challenge, as with /login. */
export const socialLogin = route({
  method: 'POST',
  path: '/socialLogin',
  summary: 'Sign in or up with a Google ID token; joins an account only when the address is verified on both sides',
  access: 'public',
  cost: 'write',
  body: z.object({
    provider: z.literal('google', issueText(socialLoginMessages.provider)),
    credential: z.string(refused).check(bounded(8_000, refused), z.minLength(1, refused)),
    /** The nonce that Google was given; when sent, the token has to hold the same. */
    nonce: z.optional(z.nullable(z.string(refused).check(bounded(200, refused)))),
  }),
  answer: z.union([
    z.object({ token: z.string(), user: ownUser, isNew: z.boolean() }),
    z.object({ twoFactorRequired: z.literal(true), challenge: z.string() }),
  ]),
});

export const completeSignupBody = z.object({
  dob: dateOfBirth(),
  phone: phone(),
  country,
});

/** What Google does not know; a new member gives it before anything else (`needsDetails` of the own user). */
export const completeSignup = route({
  method: 'POST',
  path: '/socialLogin/complete',
  summary: 'Date of birth, phone and country of a member who came by Google',
  access: 'member',
  cost: 'write',
  beforeDetails: true,
  body: completeSignupBody,
  answer: ownUser,
});
