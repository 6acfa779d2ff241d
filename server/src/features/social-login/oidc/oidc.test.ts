import { forgotPassword, getProfile, login } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import * as contract from '@afterhours/contract/account/oidc';
import { getSocialLogin } from '@afterhours/contract/account/social-login';
import { listFeed } from '@afterhours/contract/feed';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuerInUse } from '#oidc-settings.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import {
  OIDC_CLIENT,
  OIDC_SECRET,
  type OidcLie,
  type OidcStandIn,
  startOidcStandIn,
} from '#testing/stand-ins/oidc-stand-in.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const { oidcMessages } = contract;
const WELL_KNOWN = '.well-known/openid-configuration';
let provider: OidcStandIn;
let app: TestApp;
let made = 0;

const settingsOf = (more: Record<string, string> = {}) => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: OIDC_CLIENT,
  OIDC_CLIENT_SECRET: OIDC_SECRET,
  OIDC_NAME: 'Studio',
  OIDC_AUTO_JOIN: 'true',
  ...more,
});

beforeAll(async () => {
  provider = await startOidcStandIn();
  app = await buildTestApp(settingsOf());
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** Returns the claims of a new person. */
function somebody(claims: Record<string, unknown> = {}) {
  made++;
  return {
    sub: `person-${made}`,
    email: `person${made}@studio.example`,
    email_verified: true,
    given_name: 'Mira',
    family_name: 'Sol',
    ...claims,
  };
}

const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';

async function begin(on = app) {
  const started = await on.call(contract.startOidc);
  if (!started.ok) throw new Error(started.message);
  return { address: started.body.address, cookie: cookieOf(started) };
}

const finish = (answer: URLSearchParams, cookie: string, on = app) =>
  on.call(contract.finishOidc, { body: { answer: `?${answer.toString()}` }, headers: { cookie } });

async function enter(claims: object, lie: OidcLie = {}, on = app) {
  const { address, cookie } = await begin(on);
  return finish(provider.authorize(address, claims as never, lie), cookie, on);
}

async function link(member: TestMember, claims: object, lie: OidcLie = {}) {
  const { token } = member;
  const started = await app.call(contract.startOidcLink, { token });
  if (!started.ok) return started;
  const answer = provider.authorize(started.body.address, claims as never, lie);
  const headers = { cookie: cookieOf(started) };
  return app.call(contract.linkOidc, { token, headers, body: { answer: String(answer) } });
}

describe('A sign-in at the provider', () => {
  it('makes a member, who first completes the missing fields, and knows them again by issuer and subject', async () => {
    const claims = somebody();
    const entered = await enter(claims);
    expect(entered).toMatchObject({
      ok: true,
      body: { isNew: true, user: { firstName: 'Mira', needsDetails: true, hasPassword: false, isUserVerified: true } },
    });
    const token = entered.ok && 'token' in entered.body ? entered.body.token : '';
    expect(await app.call(getProfile, { token })).toMatchObject({ ok: true });
    expect(await app.call(listFeed, { token })).toMatchObject({ status: 403 });
    const moved = await enter({ ...claims, email: 'another@studio.example', email_verified: false });
    expect(moved).toMatchObject({ body: { isNew: false, user: { email: claims.email } } });
  });

  it('makes one member of concurrent calls', async () => {
    const claims = somebody();
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(claims)));
    const ids = answers.map((answer) => (answer.ok && 'user' in answer.body ? answer.body.user._id : answer));
    expect(new Set(ids).size).toBe(1);
  });

  it('does not take over an account by its address', async () => {
    const member = await buildMember(app);
    expect(await enter(somebody({ email: member.user.email }))).toMatchObject({
      status: 409,
      message: 'There is an account with this email address. Please sign in to it, then link Studio in Settings.',
    });
  });

  it('asks for the second step where it is on', async () => {
    const member = await buildMember(app);
    const claims = somebody();
    expect(await link(member, claims)).toMatchObject({ ok: true });
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', member.id).execute();
    expect(await enter(claims)).toMatchObject({ body: { twoFactorRequired: true } });
  });

  it('keeps to the rules of joining', async () => {
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
      expect(await enter(somebody())).toMatchObject({ status });
    }
  });

  it('makes no member of a banned one who has left, at whatever address', async () => {
    const banned = await buildSanctioned(app, 'banned');
    const { sub } = somebody();
    const { db } = app.services;
    const row = { issuer: provider.issuer, subject: sub, user_id: banned.id };
    await db.insertInto('oidc_identities').values(row).execute();
    expect(await app.call(deleteAccount, { token: banned.token, body: { password: PASSWORD } })).toMatchObject({
      ok: true,
    });
    expect(await enter(somebody({ sub }))).toMatchObject({ status: 403 });
    expect(await enter(somebody())).toMatchObject({ ok: true });
    const { rows } = await sql<{ whole: string }>`SELECT b::text AS whole FROM banned_contacts b`.execute(db);
    expect(rows.map(({ whole }) => whole).join()).not.toContain(Buffer.from(sub).toString('hex'));
  });

  it('makes no member unless that is set up, nor of another organisation', async () => {
    const plain = await buildTestApp(settingsOf({ OIDC_AUTO_JOIN: 'false' }));
    const own = await buildTestApp(settingsOf({ OIDC_ALLOWED_DOMAINS: 'other.example, studio.example' }));
    try {
      expect(await enter(somebody(), {}, plain)).toMatchObject({ status: 403 });
      expect(await enter(somebody(), {}, own)).toMatchObject({ ok: true });
      expect(await enter(somebody({ email: 'x@elsewhere.example' }), {}, own)).toMatchObject({ status: 403 });
    } finally {
      await plain.close();
      await own.close();
    }
  });
});

describe('A tampered answer of the provider', () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const lies: [string, OidcLie][] = [
    ['signed by another key', { sign: 'other key' }],
    ['not signed', { sign: 'unsigned' }],
    ['signed with the shared secret', { sign: 'shared secret' }],
    ['expired', { expiresAt: past }],
    ['for another client', { claims: { aud: 'another' } }],
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
    ['with an address that is none', { claims: { email: '"a b"@x' } }],
  ];

  it.each(lies)('is refused: %s', async (_name, lie) => {
    const { db } = app.services;
    const count = () => db.selectFrom('users').select(sql<number>`count(*)::integer`.as('n')).executeTakeFirst();
    const before = await count();
    const refused = await enter(somebody(), lie);
    expect(refused).toMatchObject({ ok: false, status: 401 });
    expect(refused.message).toMatch(/Studio/);
    expect(await count()).toEqual(before);
  });

  it('is refused by another browser, with another state, for another code, and the second time', async () => {
    const { address, cookie } = await begin();
    const answer = provider.authorize(address, somebody());
    const foreign = { status: 401, message: oidcMessages.foreign.message };
    expect(await finish(answer, '')).toMatchObject(foreign);
    expect(await finish(answer, cookieOf(await app.call(contract.startOidc)))).toMatchObject(foreign);
    const changed = new URLSearchParams({ ...Object.fromEntries(answer), state: 'another' });
    expect(await finish(changed, cookie)).toMatchObject(foreign);
    const stolen = provider.authorize((await begin()).address, somebody());
    const mixed = new URLSearchParams({ ...Object.fromEntries(answer), code: stolen.get('code') ?? '' });
    expect(await finish(mixed, cookie)).toMatchObject({ status: 401 });
    expect(await finish(answer, cookie)).toMatchObject(foreign);
  });

  it('is refused when it names another issuer, an error, or comes too late', async () => {
    const first = await begin();
    const answer = provider.authorize(first.address, somebody());
    const elsewhere = new URLSearchParams({ ...Object.fromEntries(answer), iss: 'https://evil.example' });
    expect(await finish(elsewhere, first.cookie)).toMatchObject({ status: 401 });
    const second = await begin();
    const state = new URL(second.address).searchParams.get('state') ?? '';
    const denied = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    expect(await finish(denied, second.cookie)).toMatchObject({
      status: 401,
      message: 'You did not continue with Studio. Nothing has changed.',
    });
    const third = await begin();
    await sql`UPDATE oidc_attempts SET expires_at = now()`.execute(app.services.db);
    expect(await finish(provider.authorize(third.address, somebody()), third.cookie)).toMatchObject({ status: 401 });
    expect(await finish(new URLSearchParams('nothing'), third.cookie)).toMatchObject({ status: 401 });
  });
});

describe('A linked account', () => {
  let member: TestMember;
  beforeEach(async () => {
    member = await buildMember(app);
  });
  const unlink = () => app.call(contract.unlinkOidc, { token: member.token });
  const linked = () => app.call(contract.getOidcLink, { token: member.token });

  it('signs in its member, and no longer once it is unlinked; mails tell of it', async () => {
    const claims = somebody();
    expect(await linked()).toMatchObject({ body: { provider: 'Studio', linked: false } });
    expect(await link(member, claims)).toMatchObject({ ok: true, body: { linked: true } });
    expect((await app.mail.next(member.user.email)).subject).toBe('Another account was linked to yours – Afterhours');
    expect(await enter(claims)).toMatchObject({ body: { isNew: false, user: { _id: member.id } } });
    expect(await unlink()).toMatchObject({ ok: true, body: { linked: false } });
    expect(await unlink()).toMatchObject({ status: 404 });
    expect(await enter(claims)).toMatchObject({ body: { isNew: true } });
  });

  it('is one of a member, and of one member', async () => {
    const claims = somebody();
    await link(member, claims);
    expect(await link(member, somebody())).toMatchObject({ status: 409 });
    expect(await link(await buildMember(app), claims)).toMatchObject({
      status: 409,
      message: 'This account at Studio is linked to another member.',
    });
  });

  it('needs a verified address on both sides, and the member who has begun', async () => {
    expect(await link(member, somebody({ email_verified: false }))).toMatchObject({ status: 401 });
    const unconfirmed = await buildMember(app, { confirmed: false });
    expect(await link(unconfirmed, somebody())).toMatchObject({ status: 403, reason: 'unconfirmed' });
    const started = await app.call(contract.startOidcLink, { token: member.token });
    const address = started.ok ? started.body.address : '';
    const sent = { headers: { cookie: cookieOf(started) }, body: { answer: '' } };
    sent.body.answer = String(provider.authorize(address, somebody()));
    const { token } = await buildMember(app);
    expect(await app.call(contract.linkOidc, { token, ...sent })).toMatchObject({ status: 401 });
    // Nor does it sign in anybody.
    expect(await app.call(contract.finishOidc, sent)).toMatchObject({ status: 401 });
  });

  it('stays while it is the only way in', async () => {
    await link(member, somebody());
    const { db } = app.services;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
    expect(await unlink()).toMatchObject({ status: 409 });
    expect(await linked()).toMatchObject({ body: { linked: true } });
  });
});

describe('An account at a provider that was set up before', () => {
  it('is neither a way in nor linked, and stays when the present one is unlinked', async () => {
    const member = await buildMember(app);
    const { token } = member;
    const { db } = app.services;
    const before = { issuer: 'https://before.example', subject: 'mira', user_id: member.id };
    await db.insertInto('oidc_identities').values(before).execute();
    expect(await app.call(contract.getOidcLink, { token })).toMatchObject({ body: { linked: false } });
    expect(await app.call(contract.unlinkOidc, { token })).toMatchObject({ status: 404 });
    expect(await link(member, somebody())).toMatchObject({ ok: true, body: { linked: true } });
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
    expect(await app.call(contract.unlinkOidc, { token })).toMatchObject({ status: 409 });
    await db.updateTable('users').set({ password_hash: 'a hash' }).where('id', '=', member.id).execute();
    expect(await app.call(contract.unlinkOidc, { token })).toMatchObject({ ok: true });
    const kept = await db.selectFrom('oidc_identities').select('issuer').where('user_id', '=', member.id).execute();
    expect(kept).toEqual([{ issuer: before.issuer }]);
  });

  it('is told from the present one whether or not its setting ends with a slash', () => {
    for (const issuer of ['https://id.example', 'https://id.example/', `https://id.example/${WELL_KNOWN}`])
      expect(issuerInUse({ issuer })).toBe('https://id.example');
  });
});

describe('The provider', () => {
  it('is named where it is set up, and nothing works where it is not', async () => {
    expect(await app.call(getSocialLogin)).toMatchObject({ body: { google: null, oidc: { name: 'Studio' } } });
    const plain = await buildTestApp();
    try {
      expect(await plain.call(getSocialLogin)).toMatchObject({ body: { oidc: null } });
      expect(await plain.call(contract.startOidc)).toMatchObject({ status: 404 });
    } finally {
      await plain.close();
    }
  });

  it('that is down is told in a sentence, at the start and in the middle', async () => {
    const gone = await startOidcStandIn();
    await gone.close();
    const cut = await buildTestApp(settingsOf({ OIDC_ISSUER: gone.issuer }));
    try {
      const sentence = 'Studio cannot be reached right now. Please try again in a moment, or sign in another way.';
      expect(await cut.call(contract.startOidc)).toMatchObject({ status: 503, message: sentence });
      expect(await enter(somebody(), { status: 502, body: '<h1>Bad gateway</h1>' })).toMatchObject({
        status: 503,
        message: sentence,
      });
    } finally {
      await cut.close();
    }
  });

  it('takes the place of passwords where that is set up', async () => {
    const only = await buildTestApp(settingsOf({ OIDC_ONLY: 'true' }));
    try {
      const { user } = await buildMember(only);
      const refused = { status: 403, message: 'Please sign in with Studio. Passwords are not used here.' };
      expect(await only.call(login, { body: { email: user.email, password: PASSWORD } })).toMatchObject(refused);
      expect(await only.call(forgotPassword, { body: { email: user.email } })).toMatchObject(refused);
      expect(await enter(somebody(), {}, only)).toMatchObject({ ok: true });
    } finally {
      await only.close();
    }
  });
});
