/** Sign-in with Google: an ID token, verified against Google's published keys. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { challengeBody, ownUser } from './account.ts';
import { dateOfBirth } from './birth.ts';
import { country } from './countries.ts';
import { phone } from './phone.ts';

/** How long after its start a sign-in with Google may be completed. */
export const NONCE_MINUTES = 15;

export const socialLoginMessages = defineMessages('socialLogin', {
  refused: 'Google did not confirm this sign-in. Please try again.',
  unverified: 'Your Google address is not verified. Please verify it with Google, or sign up with email and password.',
  notJoined:
    'This address has an account that is not confirmed yet. ' +
    'Please sign in with your password and confirm it, or reset the password by email.',
  off: 'Signing in with Google is not available here.',
  unlinked: 'Your account is no longer linked to a Google account.',
  notLinked: 'Your account is not linked to a Google account.',
  unreachable: 'Google cannot be reached right now. Please try again in a moment.',
  needsDetails: 'Please tell us your date of birth, phone and country first.',
  completed: 'Welcome.',
  provider: "provider must be 'google'.",
});

/**
 * How the browser starts a sign-in at Google: `authUrl` with `client_id`, `response_type=id_token`, `scope=openid email
 * profile`, a `nonce` from `/socialLogin/start`, and the page `/Login/google` as `redirect_uri`. Null if Google is not
 * configured.
 */
export const getSocialLogin = route({
  method: 'GET',
  path: '/socialLogin',
  summary: 'Whether Google sign-in is available here, and for which client; likewise for another provider',
  access: 'public',
  cost: 'read',
  response: z.object({
    google: z.nullable(z.object({ clientId: z.string(), authUrl: z.string() })),
    /** Another provider, by the name that members know it by. */
    oidc: z.nullable(z.object({ name: z.string() })),
  }),
});

/** The nonce to send to Google. The ID token has to contain it, and can be used for one sign-in. */
export const startSocialLogin = route({
  method: 'POST',
  path: '/socialLogin/start',
  summary: 'Start signing in with Google: returns a nonce for one sign-in',
  access: 'public',
  cost: 'write',
  response: z.object({ nonce: z.string() }),
});

const refused = issueText(socialLoginMessages.refused);

/** With two-step verification on, the response is a challenge, as for /login. */
export const socialLogin = route({
  method: 'POST',
  path: '/socialLogin',
  summary:
    'Sign in or up with a Google ID token; links an existing account only if both sides have verified the address',
  access: 'public',
  cost: 'write',
  body: z.object({
    provider: z.literal('google', issueText(socialLoginMessages.provider)),
    credential: z.string(refused).check(bounded(8_000, refused), z.minLength(1, refused)),
    /** The nonce that was sent to Google; if present, the token has to contain the same one. */
    nonce: z.optional(z.nullable(z.string(refused).check(bounded(200, refused)))),
  }),
  response: z.union([z.object({ token: z.string(), user: ownUser, isNew: z.boolean() }), challengeBody]),
});

export const completeSignupBody = z.object({
  dob: dateOfBirth(),
  phone: phone(),
  country,
});

/**
 * Details that Google does not provide. A new member enters them before anything else (`needsDetails` of `OwnUser`).
 */
export const completeSignup = route({
  method: 'POST',
  path: '/socialLogin/complete',
  summary: 'Date of birth, phone and country of a member who signed up with Google',
  access: 'member',
  cost: 'write',
  beforeDetails: true,
  body: completeSignupBody,
  response: ownUser,
});

const googleLink = z.object({ available: z.boolean(), linked: z.boolean() });

export const getGoogleLink = route({
  method: 'GET',
  path: '/identities/google',
  summary: 'Whether sign-in with Google is available here, and whether my account is linked to a Google account',
  access: 'member',
  cost: 'read',
  response: googleLink,
});

/** Responds with 409 if it is the only way to sign in. */
export const unlinkGoogle = route({
  method: 'DELETE',
  path: '/identities/google',
  summary: 'Unlink my account from the Google account; I am notified by mail',
  access: 'member',
  cost: 'write',
  recent: 'factor',
  response: googleLink,
});
