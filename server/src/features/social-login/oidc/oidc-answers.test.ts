import { randomBytes } from 'node:crypto';
import * as contract from '@afterhours/contract/account/oidc';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeOidcProvider, type OidcLie, startFakeOidcProvider } from '#testing/servers/fake-oidc-provider.ts';
import { beginOidc, cookieOf, enterByOidc, finishOidc, oidcSettings, somebody } from '#testing/sign-in/oidc.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const { oidcMessages } = contract;
let provider: FakeOidcProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startFakeOidcProvider();
  app = await buildTestApp(oidcSettings(provider));
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

describe('A tampered response from the provider', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const lies: [string, OidcLie][] = [
    ['signed by another key', { sign: 'other key' }],
    ['not signed', { sign: 'unsigned' }],
    ['signed with the shared secret', { sign: 'shared secret' }],
    ['expired', { expiresAt: past }],
    ['for another client', { claims: { aud: 'another' } }],
    ['for this client, but issued to another', { claims: { azp: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['not valid yet', { claims: { nbf: past + 90_000 } }],
    ['without an ID token', { without: 'id_token' }],
    ['without an access token', { without: 'access_token' }],
    ['that is a page', { body: '<h1>Hello</h1>' }],
    ['of an unverified address', { claims: { email_verified: false } }],
    ['without an address', { claims: { email: undefined } }],
    ['with an invalid address', { claims: { email: '"a b"@x' } }],
    ['with an address that has a hidden character', { claims: { email: 'mi\u0000ra@studio.example' } }],
    ['with a subject of four kilobytes', { claims: { sub: randomBytes(2_000).toString('hex') } }],
    ['with a subject that the database cannot store', { claims: { sub: 'mi\u0000ra' } }],
    ['with a subject that is half a character', { claims: { sub: 'mira\ud83d' } }],
  ];

  it.each(lies)('is rejected: %s', async (_name, lie) => {
    const { db } = app.services;
    const count = () => db.selectFrom('users').select(sql<number>`count(*)::integer`.as('n')).executeTakeFirst();
    const before = await count();
    const refused = await enterByOidc({ app, provider }, somebody(), lie);
    expect(refused).toMatchObject({ ok: false, status: 401 });
    expect(refused.message).toMatch(/Studio/);
    expect(await count()).toEqual(before);
  });

  it('is rejected from another browser, with another state, for another code, and the second time', async () => {
    const { address, cookie } = await beginOidc(app);
    const answer = provider.authorize(address, somebody());
    const foreign = { status: 401, message: oidcMessages.foreign.message };
    expect(await finishOidc(app, answer, '')).toMatchObject(foreign);
    expect(await finishOidc(app, answer, cookieOf(await app.call(contract.startOidc)))).toMatchObject(foreign);
    const changed = new URLSearchParams({ ...Object.fromEntries(answer), state: 'another' });
    expect(await finishOidc(app, changed, cookie)).toMatchObject(foreign);
    const stolen = provider.authorize((await beginOidc(app)).address, somebody());
    const mixed = new URLSearchParams({ ...Object.fromEntries(answer), code: stolen.get('code') ?? '' });
    expect(await finishOidc(app, mixed, cookie)).toMatchObject({ status: 401 });
    expect(await finishOidc(app, answer, cookie)).toMatchObject(foreign);
  });

  it('is rejected if it names another issuer or an error, or comes too late', async () => {
    const first = await beginOidc(app);
    const answer = provider.authorize(first.address, somebody());
    const elsewhere = new URLSearchParams({ ...Object.fromEntries(answer), iss: 'https://evil.example' });
    expect(await finishOidc(app, elsewhere, first.cookie)).toMatchObject({ status: 401 });
    const second = await beginOidc(app);
    const state = new URL(second.address).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    expect(await finishOidc(app, denied, second.cookie)).toMatchObject({
      status: 401,
      message: 'You did not continue with Studio. Nothing has changed.',
    });
    const third = await beginOidc(app);
    await sql`UPDATE oidc_attempts SET expires_at = now()`.execute(app.services.db);
    expect(await finishOidc(app, provider.authorize(third.address, somebody()), third.cookie)).toMatchObject({
      status: 401,
    });
    expect(await finishOidc(app, new URLSearchParams('nothing'), third.cookie)).toMatchObject({ status: 401 });
  });
});
