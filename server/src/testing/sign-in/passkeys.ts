/** Members' passkeys, created by the software authenticator with the calls that a browser makes. */
import * as contract from '@afterhours/contract/account/passkeys';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestMember } from '../rows/members.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

/** The site that the passkeys belong to: the `PUBLIC_URL` of the app under test. */
export const PASSKEY_SITE = 'https://community.example';

/** Returns the challenge for a new passkey. */
export async function startRegistration(app: TestApp, member: TestMember) {
  return (await succeed(app.call(contract.startPasskey, { token: member.token }))).body;
}

/** Adds a passkey to a member's account. */
export async function addPasskey(
  app: TestApp,
  member: TestMember,
  authenticator = new SoftwareAuthenticator(PASSKEY_SITE),
) {
  const body = authenticator.register(await startRegistration(app, member));
  const added = await succeed(app.call(contract.addPasskey, { token: member.token, body }));
  return { authenticator, passkey: added.body };
}

/** Returns the challenge for a sign-in. */
export async function startPasskeySignIn(app: TestApp) {
  return (await succeed(app.call(contract.startPasskeySignIn))).body;
}
