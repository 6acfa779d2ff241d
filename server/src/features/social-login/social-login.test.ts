import { createHmac } from 'node:crypto';
import { getProfile, logout } from '@afterhours/contract/account/account';
import { deleteAccount, EXPORT_PATH } from '@afterhours/contract/account/account-data';
import * as contract from '@afterhours/contract/account/social-login';
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { listFeed } from '@afterhours/contract/feed';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, PASSWORD, signIn } from '#testing/rows/members.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { type FakeGoogle, GOOGLE_CLIENT, startFakeGoogle } from '#testing/servers/fake-google.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const { socialLoginMessages } = contract;
let app: TestApp;
let google: FakeGoogle;
let personCount = 0;

beforeAll(async () => {
  google = await startFakeGoogle();
  app = await buildTestApp({ GOOGLE_CLIENT_ID: GOOGLE_CLIENT, GOOGLE_JWKS_URL: google.jwksUrl });
});
afterAll(async () => {
  await app.close();
  await google.close();
});

async function startAttempt(): Promise<string> {
  return (await succeed(app.call(contract.startSocialLogin))).body.nonce;
}

/** Returns a token for a sign-in that was started here. */
const credentialOf = async (claims: Record<string, unknown>) => google.sign({ nonce: await startAttempt(), ...claims });

const enter = (credential: string, more: Record<string, unknown> = {}) =>
  app.call(contract.socialLogin, { body: { provider: 'google', credential, ...more } });

/** Returns the claims of a new person. */
function somebody(claims: Record<string, unknown> = {}) {
  personCount++;
  return { sub: `google-${personCount}`, email: `google${personCount}@gmail.example`, ...claims };
}

async function enterAs(claims: Record<string, unknown>) {
  const response = await enter(await credentialOf(claims));
  if (!response.ok || !('token' in response.body)) throw new Error('not in');
  return response.body;
}

describe('A Google sign-in', () => {
  it('creates a member, who must complete the missing fields, and recognises them the next time', async () => {
    const claims = somebody({ email: 'Ana.Lima+x@Gmail.Example' });
    const { token, user, isNew } = await enterAs(claims);
    expect({ isNew, ...user }).toMatchObject({
      isNew: true,
      firstName: 'Ana',
      lastName: 'Lima',
      email: 'ana.lima+x@gmail.example',
      isUserVerified: true,
      needsDetails: true,
      hasPassword: false,
    });
    expect(await app.call(getProfile, { token })).toMatchObject({ ok: true });
    expect(await app.call(listFeed, { token })).toMatchObject({
      status: 403,
      message: socialLoginMessages.needsDetails.message,
    });
    const exported = await app.http.inject({
      url: `/api${EXPORT_PATH}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(exported.statusCode).toBe(403);
    const details = { dob: '01-02-1990', phone: '1234567890', country: 'Portugal' };
    const young = await app.call(contract.completeSignup, { token, body: { ...details, dob: '01-02-2020' } });
    expect(young).toMatchObject({ status: 422, errors: [{ field: 'dob' }] });
    const second = await enterAs(claims);
    expect(second).toMatchObject({ isNew: false, user: { _id: user._id, needsDetails: true } });
    expect(await app.call(contract.completeSignup, { token, body: details })).toMatchObject({
      ok: true,
      body: { needsDetails: false, dob: '01-02-1990', country: 'Portugal' },
    });
    for (const session of [token, second.token]) {
      expect(await app.call(listFeed, { token: session })).toMatchObject({ ok: true });
    }
    const again = { ...details, country: 'Spain' };
    expect(await app.call(contract.completeSignup, { token, body: again })).toMatchObject({
      body: { country: 'Portugal' },
    });
    expect((await enterAs(claims)).user).toMatchObject({ _id: user._id, needsDetails: false });
    expect(await app.call(logout, { token })).toMatchObject({ ok: true });
  });

  it('admits no banned member who has left, whatever the address', async () => {
    const banned = await buildSanctioned(app, 'banned');
    const { sub } = somebody();
    const row = { provider: 'google', subject: sub, user_id: banned.id } as const;
    await app.services.db.insertInto('social_identities').values(row).execute();
    expect(await app.call(deleteAccount, { token: banned.token, body: { password: PASSWORD } })).toMatchObject({
      ok: true,
    });
    expect(await enter(await credentialOf(somebody({ sub })))).toMatchObject({ status: 403 });
  });

  it('creates one member for concurrent calls', async () => {
    const claims = somebody();
    const credentials = await Promise.all(Array.from({ length: 6 }, () => credentialOf(claims)));
    const responses = await Promise.all(credentials.map((credential) => enter(credential)));
    const users = responses.map((response) =>
      response.ok && 'user' in response.body ? response.body.user._id : response,
    );
    expect(new Set(users).size).toBe(1);
  });

  it('links a member whose address is confirmed, and no other', async () => {
    const member = await buildMember(app, { confirmed: false });
    const claims = somebody({ email: member.user.email });
    expect(await enter(await credentialOf(claims))).toMatchObject({
      status: 409,
      message: socialLoginMessages.notJoined.message,
    });
    const { db } = app.services;
    await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', member.id).execute();
    const record = vi.spyOn(app.services.security, 'record');
    const unverified = await credentialOf({ ...claims, email_verified: false });
    expect(await enter(unverified)).toMatchObject({ status: 401, message: socialLoginMessages.unverified.message });
    expect(record.mock.lastCall).toEqual(['sign-in-failed', { method: 'google', address: '127.0.0.1' }]);
    expect(await enterAs(claims)).toMatchObject({ isNew: false, user: { _id: member.id, hasPassword: true } });
    const logged = record.mock.calls.map(([kind, details]) => [kind, details?.memberId, details?.method]);
    expect(logged).toContainEqual(['identity-linked', member.id, undefined]);
    expect(logged).toContainEqual(['sign-in', member.id, 'google']);
    record.mockRestore();
    await enterAs(claims);
    const notices = () => app.mail.sent.filter(({ subject }) => subject.startsWith('A Google account was linked'));
    await expect.poll(() => notices().map(({ to }) => to)).toEqual([member.user.email]);
  });

  it('no longer works after it was unlinked, which a mail reports', async () => {
    const member = await buildMember(app);
    const link = () => app.call(contract.getGoogleLink, { token: member.token });
    const unlink = () => app.call(contract.unlinkGoogle, { token: member.token });
    const claims = somebody({ email: member.user.email });
    expect(await unlink()).toMatchObject({ status: 404, message: socialLoginMessages.notLinked.message });
    await enterAs(claims);
    expect(await link()).toMatchObject({ body: { available: true, linked: true } });
    // The account at Google keeps the old address.
    const { db } = app.services;
    await db.updateTable('users').set({ email: 'moved@example.com' }).where('id', '=', member.id).execute();
    expect(await enterAs(claims)).toMatchObject({ isNew: false });
    expect(await unlink()).toMatchObject({ ok: true, body: { linked: false } });
    expect(await link()).toMatchObject({ body: { linked: false } });
    await expect.poll(() => app.mail.sent.at(-1)).toMatchObject({ to: 'moved@example.com' });
    expect(await enterAs(claims)).toMatchObject({ isNew: true });
  });

  it('cannot be unlinked if it is the only way to sign in', async () => {
    const claims = somebody();
    const { token } = await enterAs(claims);
    await app.call(contract.completeSignup, {
      token,
      body: { dob: '03-04-1991', phone: '1234567890', country: 'Portugal' },
    });
    expect(await app.call(contract.unlinkGoogle, { token })).toMatchObject({ status: 409 });
    expect(await app.call(contract.getGoogleLink, { token })).toMatchObject({ body: { linked: true } });
  });

  it('requires the missing fields at the next sign-in of any kind', async () => {
    const member = await buildMember(app);
    const { db } = app.services;
    await db.updateTable('users').set({ needs_details: true }).where('id', '=', member.id).execute();
    const { token } = await signIn(app, { email: member.user.email, password: PASSWORD });
    expect(await app.call(listFeed, { token })).toMatchObject({ status: 403 });
  });

  it('requires the code if two-step verification is on', async () => {
    const claims = somebody();
    const { user } = await enterAs(claims);
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', user._id).execute();
    expect(await enter(await credentialOf(claims))).toMatchObject({ body: { twoFactorRequired: true } });
  });
});

describe('An invalid Google token', () => {
  const soon = () => Math.floor(Date.now() / 1000);
  const unsigned = () =>
    [{ alg: 'none' }, { ...somebody(), iss: 'https://accounts.google.com', aud: GOOGLE_CLIENT, exp: soon() + 600 }, '']
      .map((part) => (part === '' ? '' : Buffer.from(JSON.stringify(part)).toString('base64url')))
      .join('.');
  // Signed with a public value: the client id as the shared secret.
  const symmetric = () => {
    const [head, body] = [
      { alg: 'HS256', kid: 'known' },
      { ...somebody(), aud: GOOGLE_CLIENT, exp: soon() + 600 },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    return `${head}.${body}.${createHmac('sha256', GOOGLE_CLIENT).update(`${head}.${body}`).digest('base64url')}`;
  };
  const cases: [string, () => string | Promise<string>][] = [
    ['expired', async () => google.sign(somebody({ nonce: await startAttempt() }), { expiresAt: soon() - 120 })],
    ['for another client', () => credentialOf(somebody({ aud: 'another' }))],
    ['of another issuer', () => credentialOf(somebody({ iss: 'https://accounts.example.com' }))],
    ['signed by another key', () => google.sign(somebody(), { key: 'other' })],
    ['signed by an unknown key', () => google.sign(somebody(), { key: 'unknown' })],
    ['without an address', () => credentialOf(somebody({ email: undefined }))],
    ['of an unverified address', () => credentialOf(somebody({ email_verified: false }))],
    ['unsigned', unsigned],
    ['signed with a shared secret', symmetric],
    ['no token', () => 'a.b.c'],
  ];

  it.each(cases)('is rejected: %s', async (_name, make) => {
    const before = await app.services.db.selectFrom('users').select('id').execute();
    expect(await enter(await make())).toMatchObject({ status: 401 });
    expect(await app.services.db.selectFrom('users').select('id').execute()).toHaveLength(before.length);
  });

  it('is rejected with a nonce other than the one it was issued for', async () => {
    const nonce = await startAttempt();
    const credential = await google.sign(somebody({ nonce }));
    expect(await enter(credential, { nonce: 'another' })).toMatchObject({ status: 401 });
    expect(await enter(credential, { nonce })).toMatchObject({ ok: true });
  });

  it('is rejected without an open nonce of this site', async () => {
    const [expires = '', random = '', signature = ''] = (await startAttempt()).split('.');
    const nonces = [undefined, 'mine', `${expires}1.${random}.${signature}`, `${expires}.${random}.`];
    for (const nonce of nonces)
      expect(await enter(await google.sign(somebody({ nonce })))).toMatchObject({ status: 401 });
    const late = await startAttempt();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * MINUTE_MS });
    const credential = await google.sign(somebody({ nonce: late }));
    expect(await enter(credential)).toMatchObject({ status: 401 });
    vi.useRealTimers();
  });

  it('is rejected the second time, even for concurrent calls', async () => {
    const credential = await credentialOf(somebody());
    const responses = await Promise.all(Array.from({ length: 5 }, () => enter(credential)));
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    expect(await enter(credential)).toMatchObject({ status: 401, message: socialLoginMessages.refused.message });
  });

  it('is rejected for another provider and for an empty credential', async () => {
    expect(await enter('x', { provider: 'face' })).toMatchObject({ status: 422, errors: [{ field: 'provider' }] });
    expect(await enter('')).toMatchObject({ status: 422, errors: [{ field: 'credential' }] });
  });
});

describe('The availability of Google sign-in', () => {
  it('is reported; without a configuration nobody can sign in', async () => {
    expect(await app.call(contract.getSocialLogin)).toMatchObject({ body: { google: { clientId: GOOGLE_CLIENT } } });
    const plain = await buildTestApp();
    try {
      expect(await plain.call(contract.getSocialLogin)).toMatchObject({ body: { google: null } });
      const body = { provider: 'google', credential: await google.sign(somebody()) };
      expect(await plain.call(contract.socialLogin, { body })).toMatchObject({ status: 404 });
    } finally {
      await plain.close();
    }
  });

  it('is reported as an outage if Google does not respond', async () => {
    const gone = await startFakeGoogle();
    await gone.close();
    const cut = await buildTestApp({ GOOGLE_CLIENT_ID: GOOGLE_CLIENT, GOOGLE_JWKS_URL: gone.jwksUrl });
    try {
      const body = { provider: 'google', credential: await google.sign(somebody()) };
      expect(await cut.call(contract.socialLogin, { body })).toMatchObject({
        status: 503,
        message: socialLoginMessages.unreachable.message,
      });
    } finally {
      await cut.close();
    }
  });
});
