import * as account from '@afterhours/contract/account/account';
import { listSessions } from '@afterhours/contract/account/sessions';
import { disableTwoFactor } from '@afterhours/contract/account/two-factor';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { noticeMail } from './notices.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const here = { 'user-agent': FIREFOX };

async function expectNotice(subject: string) {
  const mail = await app.mail.next(ana.user.email);
  expect(mail.subject).toBe(`${subject} – Afterhours`);
  expect(mail.text).toContain('Firefox on Linux, network 127.0.0.1');
  expect(`${mail.text}${mail.html}`).not.toMatch(/https?:|token=|href/);
}

describe('A notice mailed to the member', () => {
  it('reports a changed password', async () => {
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    await app.call(account.changePassword, { token: ana.token, headers: here, body });
    await expectNotice('Your password was changed');
  });

  it('reports a reset password', async () => {
    await app.call(account.forgotPassword, { body: { email: ana.user.email } });
    const token = /token=([\w-]+)/.exec((await app.mail.next(ana.user.email)).text)?.[1];
    await app.call(account.resetPassword, { headers: here, body: { token, newPassword: 'Another42light' } });
    await expectNotice('Your password was reset');
  });

  it('names the other ways to sign in after a password reset, where there are any', async () => {
    const reset = async (newPassword: string) => {
      await app.call(account.forgotPassword, { body: { email: ana.user.email } });
      const token = /token=([\w-]+)/.exec((await app.mail.next(ana.user.email)).text)?.[1];
      await app.call(account.resetPassword, { body: { token, newPassword } });
      return (await app.mail.next(ana.user.email)).text;
    };
    const plain = await reset('Another42light');
    expect(plain).toContain('you do not need to do anything');
    expect(plain).not.toContain('Passkeys');
    await sql`
      INSERT INTO credentials (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, label)
      VALUES (uuidv7(), ${ana.id}::uuid, ${ana.id}::text::bytea, '', 0, '{}', FALSE, 'x.example', 'Key')`.execute(
      app.services.db,
    );
    const withOtherWays = await reset('Yetanother42light');
    expect(withOtherWays).toContain('Your passkeys and linked accounts can still be used to sign in.');
    expect(withOtherWays).not.toContain('you do not need to do anything');
  });

  it('reports that two-step verification was turned on or off', async () => {
    const { token } = ana;
    const { secret } = await turnOnTwoFactor(app, ana, here);
    await expectNotice('Two-step verification was turned on');
    await app.call(disableTwoFactor, { token, headers: here, body: { password: PASSWORD, code: codeOf(secret) } });
    await expectNotice('Two-step verification was turned off');
  });

  it('reports a sign-in from a new device, not from a known one or the same browser in the same network', async () => {
    const body = { email: ana.user.email, password: PASSWORD };
    const first = await app.call(account.login, { body, headers: here });
    await expectNotice('A new sign-in to your account');
    const cookie = String([first.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    await app.call(account.login, { body, headers: here });
    await app.call(account.login, { body, headers: { 'user-agent': 'curl/8', cookie } });
    await app.call(account.login, { body, headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' } });
    expect((await app.mail.next(ana.user.email)).text).toContain('Chrome on Windows');
  });

  it('reports a sign-in from the same kind of browser in another network', async () => {
    const body = { email: ana.user.email, password: PASSWORD };
    await app.call(account.login, { body, headers: here });
    await expectNotice('A new sign-in to your account');
    await app.call(account.login, { body, headers: { ...here, 'x-forwarded-for': '203.0.113.7' } });
    expect((await app.mail.next(ana.user.email)).text).toContain('Firefox on Linux, network 203.0.113.7');
  });

  it('reports a sign-in from a new device when no session is left', async () => {
    await app.call(account.logout, { token: ana.token });
    await app.call(account.login, { body: { email: ana.user.email, password: PASSWORD }, headers: here });
    await expectNotice('A new sign-in to your account');
  });

  it('goes to confirmed addresses only', async () => {
    const unconfirmed = await buildMember(app, { confirmed: false });
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    await app.call(account.changePassword, { token: unconfirmed.token, body });
    await app.call(account.changePassword, { token: ana.token, headers: here, body });
    await expectNotice('Your password was changed');
    expect(app.mail.sentTo(unconfirmed)).toEqual([]);
  });
});

describe('Sessions of a member', () => {
  const member = () => ({ email: ana.user.email, password: PASSWORD });

  it('end, except the current one, when two-step verification is turned on', async () => {
    const other = await signIn(app, member());
    const { token } = ana;
    await turnOnTwoFactor(app, ana);
    expect(await app.call(account.getProfile, { token: other.token })).toMatchObject({ status: 401 });
    expect(await app.call(account.getProfile, { token })).toMatchObject({ ok: true });
  });

  it('number fifty at most: the least recently used one ends', async () => {
    const { db } = app.services;
    await sql`UPDATE sessions SET last_seen_at = now() - interval '1 day' WHERE user_id = ${ana.id}::uuid`.execute(db);
    await sql`
      INSERT INTO sessions (id, user_id, token_hash, expires_at)
      SELECT gen_random_uuid(), ${ana.id}::uuid, sha256(n::text::bytea), now() + interval '1 day'
      FROM generate_series(1, ${account.MAX_SESSIONS - 1}::integer) n`.execute(db);
    const { token } = await signIn(app, member());
    // Servers learn of the end from the database.
    await expect.poll(async () => (await app.call(account.getProfile, { token: ana.token })).status).toBe(401);
    expect(await app.call(account.getProfile, { token })).toMatchObject({ ok: true });
    const listed = await app.call(listSessions, { token });
    expect(listed.ok && listed.body).toHaveLength(account.MAX_SESSIONS);
  });

  it('are listed with the current one first', async () => {
    await signIn(app, member());
    const listed = await app.call(listSessions, { token: ana.token });
    expect(listed.ok && listed.body.map((session) => session.current)).toEqual([true, false]);
  });

  it('end half a year after the sign-in, however often they are used', async () => {
    const { db } = app.services;
    await sql`
      UPDATE sessions SET created_at = now() - interval '170 days', last_seen_at = now() - interval '2 hours',
        expires_at = now() + interval '1 day' WHERE user_id = ${ana.id}::uuid`.execute(db);
    expect(await app.call(account.getProfile, { token: ana.token })).toMatchObject({ ok: true });
    const { rows } = await sql<{ days: number }>`
      SELECT extract(day FROM expires_at - now())::integer AS days FROM sessions
        WHERE user_id = ${ana.id}::uuid`.execute(db);
    expect(rows).toEqual([{ days: 9 }]);
  });
});

describe('What a change means', () => {
  const notice = {
    to: 'ana@x.example',
    name: 'Ana',
    at: '2026-11-29T03:00:00Z',
    place: { userAgent: null, address: '' },
  };

  it('is said before what to do', () => {
    const { text } = noticeMail({ ...notice, kind: 'identity-linked' }, 'Afterhours');
    expect(text.indexOf('It can now be used to sign in')).toBeGreaterThan(text.indexOf('was linked to yours'));
    expect(text.indexOf('you do not need to do anything')).toBeGreaterThan(text.indexOf('It can now be used'));
  });

  it('is no reassurance when a passkey may have been copied', () => {
    const { text } = noticeMail({ ...notice, kind: 'passkey-copied' }, 'Afterhours');
    expect(text).toContain('The passkey counts its uses');
    expect(text).not.toContain('you do not need to do anything');
  });
});
