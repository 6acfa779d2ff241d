import { changePassword, getProfile } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/sign-in-link';
import { listFeed } from '@afterhours/contract/feed';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const { signInLinkMessages } = contract;
let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

/** Requests a link as a browser; returns the cookie that identifies this browser. */
async function requestLink(email: string, cookie = ''): Promise<string> {
  const response = await app.call(contract.requestSignInLink, { body: { email }, headers: { cookie } });
  expect(response).toMatchObject({ ok: true, message: signInLinkMessages.sent.message });
  return String([response.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
}

async function mailedToken(email: string): Promise<string> {
  const mail = await app.mail.next(email);
  expect(mail.subject).toBe('Sign in to Afterhours');
  return /\/Login\/link#([\w-]{43})/.exec(mail.text)?.[1] ?? '';
}

const enter = (token: string, cookie: string) =>
  app.call(contract.signInByLink, { body: { token }, headers: { cookie, 'user-agent': 'Vitest' } });

const dead = { status: 401, message: signInLinkMessages.dead.message };

describe('A mailed link', () => {
  it('signs in once, even if it is used several times at the same moment', async () => {
    const cookie = await requestLink(ana.user.email);
    const token = await mailedToken(ana.user.email);
    const responses = await Promise.all([1, 2, 3].map(() => enter(token, cookie)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    const entered = responses.find((response) => response.ok);
    const session = entered?.ok && 'token' in entered.body ? entered.body.token : '';
    expect(await app.call(getProfile, { token: session })).toMatchObject({ body: { _id: ana.id } });
    expect(await enter(token, cookie)).toMatchObject(dead);
  });

  it('works only in the browser that requested it, and is not used up by another one', async () => {
    const cookie = await requestLink(ana.user.email);
    const token = await mailedToken(ana.user.email);
    expect(await enter(token, '')).toMatchObject(dead);
    expect(await enter(token, await requestLink('nobody@example.com'))).toMatchObject(dead);
    expect(await enter('made-up', cookie)).toMatchObject(dead);
    expect(await enter(token, cookie)).toMatchObject({ ok: true });
  });

  it('is stored as a hash, and expires after ten minutes or with a password change', async () => {
    const cookie = await requestLink(ana.user.email);
    const token = await mailedToken(ana.user.email);
    const { rows } = await sql<{ whole: string }>`SELECT l::text AS whole FROM sign_in_links l`.execute(
      app.services.db,
    );
    expect(rows.map(({ whole }) => whole).join()).not.toContain(token);
    const { rows: late } =
      await sql`SELECT FROM sign_in_links WHERE expires_at > now() + interval '10 minutes'`.execute(app.services.db);
    expect(late).toEqual([]);
    await sql`UPDATE sign_in_links SET expires_at = now()`.execute(app.services.db);
    expect(await enter(token, cookie)).toMatchObject(dead);
    await requestLink(ana.user.email, cookie);
    const other = await mailedToken(ana.user.email);
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    expect(await app.call(changePassword, { token: ana.token, body })).toMatchObject({ ok: true });
    expect(await enter(other, cookie)).toMatchObject(dead);
  });

  it('is not created for an address that the member gives up at the same moment', async () => {
    const { db } = app.services;
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ email: `moved-${ana.user.email}` })
        .where('id', '=', ana.id)
        .execute();
      await requestLink(ana.user.email);
      await expectBlocked(app, 'sign_in_links');
    });
    const undone = sql`
      SELECT 1 FROM jobs.job WHERE name = 'account.sign-in-link' AND state IN ('created', 'active', 'retry')`;
    await expect.poll(async () => (await undone.execute(db)).rows.length).toBe(0);
    expect(await db.selectFrom('sign_in_links').selectAll().where('user_id', '=', ana.id).execute()).toEqual([]);
  });

  it('requires the second step where it is on', async () => {
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', ana.id).execute();
    const cookie = await requestLink(ana.user.email);
    expect(await enter(await mailedToken(ana.user.email), cookie)).toMatchObject({
      body: { twoFactorRequired: true },
    });
  });

  it('opens a session that can do no more than a suspended member may do', async () => {
    const { user } = await buildSanctioned(app, 'suspended');
    const cookie = await requestLink(user.email);
    const entered = await enter(await mailedToken(user.email), cookie);
    const token = entered.ok && 'token' in entered.body ? entered.body.token : '';
    expect(await app.call(getProfile, { token })).toMatchObject({ ok: true });
    expect(await app.call(listFeed, { token })).toMatchObject({ status: 403, reason: 'suspended' });
  });

  it('is mailed to confirmed addresses only, with the same response to all', async () => {
    const { user } = await buildMember(app, { confirmed: false });
    await requestLink(user.email);
    await requestLink('nobody@example.com');
    await requestLink(ana.user.email);
    await mailedToken(ana.user.email);
    expect(app.mail.sent.some(({ to }) => to === user.email || to === 'nobody@example.com')).toBe(false);
  });

  it('is mailed five times in a quarter of an hour at most', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const body = { email: 'nobody@example.com' };
      for (let tries = 0; tries < 5; tries++)
        expect(await limited.call(contract.requestSignInLink, { body })).toMatchObject({ ok: true });
      expect(await limited.call(contract.requestSignInLink, { body })).toMatchObject({ status: 429 });
    } finally {
      await limited.close();
    }
  });
});
