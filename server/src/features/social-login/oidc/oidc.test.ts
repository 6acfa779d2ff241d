import { forgotPassword, getProfile, login } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import * as contract from '@afterhours/contract/account/oidc';
import { getSocialLogin } from '@afterhours/contract/account/social-login';
import { listFeed } from '@afterhours/contract/feed';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, PASSWORD } from '#testing/rows/members.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { type FakeOidcProvider, startFakeOidcProvider } from '#testing/servers/fake-oidc-provider.ts';
import { enterByOidc, linkOidc, oidcSettings, somebody } from '#testing/sign-in/oidc.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

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

describe('A sign-in at the provider', () => {
  it('creates a member, who must complete the missing fields, and recognises them by issuer and subject', async () => {
    const claims = somebody();
    const entered = await enterByOidc({ app, provider }, claims);
    expect(entered).toMatchObject({
      ok: true,
      body: { isNew: true, user: { firstName: 'Mira', needsDetails: true, hasPassword: false, isUserVerified: true } },
    });
    const token = entered.ok && 'token' in entered.body ? entered.body.token : '';
    expect(await app.call(getProfile, { token })).toMatchObject({ ok: true });
    expect(await app.call(listFeed, { token })).toMatchObject({ status: 403 });
    const moved = await enterByOidc(
      { app, provider },
      { ...claims, email: 'another@studio.example', email_verified: false },
    );
    expect(moved).toMatchObject({ body: { isNew: false, user: { email: claims.email } } });
  });

  it('creates one member for concurrent calls', async () => {
    const claims = somebody();
    const responses = await Promise.all(Array.from({ length: 5 }, () => enterByOidc({ app, provider }, claims)));
    const ids = responses.map((response) =>
      response.ok && 'user' in response.body ? response.body.user._id : response,
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('does not take over an account by its address', async () => {
    const member = await buildMember(app);
    expect(await enterByOidc({ app, provider }, somebody({ email: member.user.email }))).toMatchObject({
      status: 409,
      message: 'There is an account with this email address. Please sign in to it, then link Studio in Settings.',
    });
  });

  it('requires two-step verification if it is on', async () => {
    const member = await buildMember(app);
    const claims = somebody();
    expect(await linkOidc({ app, provider }, member, claims)).toMatchObject({ ok: true });
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', member.id).execute();
    expect(await enterByOidc({ app, provider }, claims)).toMatchObject({ body: { twoFactorRequired: true } });
  });

  it('follows the rules for joining', async () => {
    const settings = (registration: string, blocked: string[] = []) =>
      sql`
        INSERT INTO community_settings (settings, version)
        VALUES (${JSON.stringify({ registration, blockedMailDomains: blocked })}::jsonb, 1)
        ON CONFLICT (one) DO UPDATE
        SET settings = excluded.settings, version = community_settings.version + 1`.execute(app.services.db);
    const tries = [
      ['closed', [], 403],
      ['invitation', [], 403],
      ['open', ['studio.example'], 422],
      ['open', [], 200],
    ] as const;
    for (const [registration, blocked, status] of tries) {
      await settings(registration, [...blocked]);
      await app.services.community.reload();
      expect(await enterByOidc({ app, provider }, somebody())).toMatchObject({ status });
    }
  });

  it('admits no banned member who has left, whatever the address', async () => {
    const banned = await buildSanctioned(app, 'banned');
    const { sub } = somebody();
    const { db } = app.services;
    const row = { issuer: provider.issuer, subject: sub, user_id: banned.id };
    await db.insertInto('oidc_identities').values(row).execute();
    expect(await app.call(deleteAccount, { token: banned.token, body: { password: PASSWORD } })).toMatchObject({
      ok: true,
    });
    expect(await enterByOidc({ app, provider }, somebody({ sub }))).toMatchObject({ status: 403 });
    expect(await enterByOidc({ app, provider }, somebody())).toMatchObject({ ok: true });
    const { rows } = await sql<{ whole: string }>`SELECT b::text AS whole FROM banned_contacts b`.execute(db);
    expect(rows.map(({ whole }) => whole).join()).not.toContain(Buffer.from(sub).toString('hex'));
  });

  it('creates members only if that is enabled, and only for the allowed domains', async () => {
    const plain = await buildTestApp(oidcSettings(provider, { OIDC_AUTO_JOIN: 'false' }));
    const own = await buildTestApp(oidcSettings(provider, { OIDC_ALLOWED_DOMAINS: 'other.example, studio.example' }));
    try {
      expect(await enterByOidc({ app: plain, provider }, somebody())).toMatchObject({ status: 403 });
      expect(await enterByOidc({ app: own, provider }, somebody())).toMatchObject({ ok: true });
      expect(await enterByOidc({ app: own, provider }, somebody({ email: 'x@elsewhere.example' }))).toMatchObject({
        status: 403,
      });
    } finally {
      await plain.close();
      await own.close();
    }
  });
});
describe('The provider', () => {
  it('is named if it is configured, and sign-in is a 404 if it is not', async () => {
    expect(await app.call(getSocialLogin)).toMatchObject({ body: { google: null, oidc: { name: 'Studio' } } });
    const plain = await buildTestApp();
    try {
      expect(await plain.call(getSocialLogin)).toMatchObject({ body: { oidc: null } });
      expect(await plain.call(contract.startOidc)).toMatchObject({ status: 404 });
    } finally {
      await plain.close();
    }
  });

  it('that is down is reported in a sentence, at the start and midway', async () => {
    const gone = await startFakeOidcProvider();
    await gone.close();
    const cut = await buildTestApp(oidcSettings(provider, { OIDC_ISSUER: gone.issuer }));
    try {
      const sentence = 'Studio cannot be reached right now. Please try again in a moment, or sign in another way.';
      expect(await cut.call(contract.startOidc)).toMatchObject({ status: 503, message: sentence });
      expect(
        await enterByOidc({ app, provider }, somebody(), { status: 502, body: '<h1>Bad gateway</h1>' }),
      ).toMatchObject({
        status: 503,
        message: sentence,
      });
    } finally {
      await cut.close();
    }
  });

  it('that sends two megabytes counts as down, and is not read to the end', async () => {
    const lie = { body: `<h1>${'x'.repeat(2 * 1024 * 1024)}</h1>` };
    expect(await enterByOidc({ app, provider }, somebody(), lie)).toMatchObject({ status: 503 });
  });

  it('can replace its key at any time', async () => {
    expect(await enterByOidc({ app, provider }, somebody())).toMatchObject({ ok: true });
    provider.replaceKey();
    expect(await enterByOidc({ app, provider }, somebody())).toMatchObject({ ok: true });
  });

  it('replaces passwords if that is configured', async () => {
    const only = await buildTestApp(oidcSettings(provider, { OIDC_ONLY: 'true' }));
    try {
      const { user } = await buildMember(only);
      const refused = { status: 403, message: 'Please sign in with Studio. Passwords are not used here.' };
      expect(await only.call(login, { body: { email: user.email, password: PASSWORD } })).toMatchObject(refused);
      expect(await only.call(forgotPassword, { body: { email: user.email } })).toMatchObject(refused);
      expect(await enterByOidc({ app: only, provider }, somebody())).toMatchObject({ ok: true });
    } finally {
      await only.close();
    }
  });
});
