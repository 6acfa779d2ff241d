/** Sign-ins and links through the fake OpenID Connect provider, with the calls that a browser makes. */
import * as contract from '@afterhours/contract/account/oidc';
import { succeed } from '#testing/calls/succeed.ts';
import { type FakeOidcProvider, OIDC_CLIENT, OIDC_SECRET, type OidcLie } from '#testing/servers/fake-oidc-provider.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestMember } from '../rows/members.ts';

export const oidcSettings = ({ issuer }: Pick<FakeOidcProvider, 'issuer'>, more: Record<string, string> = {}) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: OIDC_CLIENT,
  OIDC_CLIENT_SECRET: OIDC_SECRET,
  OIDC_NAME: 'Studio',
  OIDC_AUTO_JOIN: 'true',
  ...more,
});

let count = 0;

/** Returns the claims of a new person. */
export function somebody(claims: Record<string, unknown> = {}) {
  count++;
  return {
    sub: `person-${count}`,
    email: `person${count}@studio.example`,
    email_verified: true,
    given_name: 'Mira',
    family_name: 'Sol',
    ...claims,
  };
}

export const cookieOf = (response: { headers: Record<string, unknown> }): string =>
  String([response.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';

export async function beginOidc(app: TestApp) {
  const started = await succeed(app.call(contract.startOidc));
  return { address: started.body.address, cookie: cookieOf(started) };
}

export const finishOidc = (app: TestApp, answer: URLSearchParams, cookie: string) =>
  app.call(contract.finishOidc, { body: { answer: `?${answer.toString()}` }, headers: { cookie } });

export type OidcWorld = { app: TestApp; provider: FakeOidcProvider };

export async function enterByOidc({ app, provider }: OidcWorld, claims: object, lie: OidcLie = {}) {
  const { address, cookie } = await beginOidc(app);
  return finishOidc(app, provider.authorize(address, claims as never, lie), cookie);
}

export async function linkOidc({ app, provider }: OidcWorld, member: TestMember, claims: object) {
  const { token } = member;
  const started = await app.call(contract.startOidcLink, { token });
  if (!started.ok) return started;
  const answer = provider.authorize(started.body.address, claims as never);
  const headers = { cookie: cookieOf(started) };
  return app.call(contract.linkOidc, { token, headers, body: { answer: String(answer) } });
}
