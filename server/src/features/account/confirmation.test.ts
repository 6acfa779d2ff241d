import * as account from '@afterhours/contract/account/account';
import { confirmationMessages } from '@afterhours/contract/account/confirmation';
import { getTwoFactor, startTwoFactor } from '@afterhours/contract/account/two-factor';
import { createMessage } from '@afterhours/contract/messages/messages';
import { likePost } from '@afterhours/contract/posts/likes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContractRoutes } from '#testing/calls/contract-routes.ts';
import { readDescription } from '#testing/calls/description.ts';
import { buildMember, buildSignup, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildSanctioned } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { removeAllUnconfirmed } from './jobs.ts';

const routes = await listContractRoutes();
const unknownId = '01a1fe0b-1345-70de-9139-23416f5fc456';
const NEW_PASSWORD = 'Another42light';

/** Makes the app send mails to an unused port. */
const SENDING = { SMTP_URL: 'smtp://127.0.0.1:9' };
let app: TestApp;
let sending: TestApp;

beforeAll(async () => {
  [app, sending] = await Promise.all([buildTestApp(), buildTestApp(SENDING)]);
});
afterAll(async () => {
  await Promise.all([app.close(), sending.close()]);
});

async function refusedPaths(server: TestApp, member: TestMember): Promise<string[]> {
  const refused: string[] = [];
  for (const route of routes) {
    if (route.leavesBrowser) continue;
    const response = await server.http.inject({
      method: route.method,
      url: `/api${route.path.replace(/:\w+/g, unknownId)}`,
      headers: { authorization: `Bearer ${member.token}` },
      ...(route.body ? { payload: {} } : {}),
    });
    if (response.json().reason === 'unconfirmed') {
      expect(response.json()).toMatchObject({ status: 403, message: confirmationMessages.needed.message });
      refused.push(route.path);
    }
  }
  return refused.sort();
}

const pathsOf = (...access: string[]) =>
  routes
    .filter((route) => access.includes(route.access))
    .map((route) => route.path)
    .sort();

const codeOf = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const linkOf = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

describe('Calls for confirmed members', () => {
  it('are the calls that write posts, comments, messages, invitations and files, take seats or sell', () => {
    expect(pathsOf('confirmed')).toEqual([
      '/connections/send-req',
      '/hashtag/createHashtag',
      '/jobs/:id/applications',
      '/jobs/:id/renew',
      '/link-cards',
      '/me/seller-account',
      '/messages/create',
      '/payment/create',
      '/post/addEditComment',
      '/post/create',
      '/post/replyOnCommentCreateEdit',
      '/post/update',
      '/post/uploadFile',
      '/posts/scheduled/:id',
      '/posts/scheduled/:id/publish',
      '/uploadFile',
      '/webinars/:id/seat',
      '/webinars/:id/waiting',
    ]);
    expect(pathsOf('confirmed-always')).toEqual([
      '/identities/oidc',
      '/identities/oidc/start',
      '/passkeys',
      '/passkeys/start',
      '/twoFactor/enable',
      '/twoFactor/start',
    ]);
  });

  it('are refused to unconfirmed members on exactly the routes with that access, where mails are sent', async () => {
    const member = await buildMember(sending, { confirmed: false });
    expect(await refusedPaths(sending, member)).toEqual(pathsOf('confirmed', 'confirmed-always'));
    expect(await refusedPaths(sending, await buildMember(sending))).toEqual([]);
  });

  it('are open to unconfirmed members where no mails are sent, except two-step verification', async () => {
    const member = await buildMember(app, { confirmed: false });
    expect(await refusedPaths(app, member)).toEqual(pathsOf('confirmed-always'));
  });

  it('are open as soon as the code is entered, even to sessions in use', async () => {
    const fields = buildSignup();
    await sending.call(account.signup, { body: fields });
    const { token } = await signIn(sending, fields);
    const other = await buildMember(sending);
    const write = () =>
      sending.call(createMessage, { token, body: { receiver_id: other.id, content: 'Good evening' } });
    expect(await write()).toMatchObject({ status: 403, reason: 'unconfirmed' });
    const otp = codeOf((await sending.mail.next(fields.email)).text);
    await sending.call(account.verifyOtp, { body: { email: fields.email, otp } });
    await expect.poll(async () => (await write()).ok).toBe(true);
  });

  it('do not include likes', async () => {
    const post = await buildPost(sending, await buildMember(sending));
    const { token } = await buildMember(sending, { confirmed: false });
    expect(await sending.call(likePost, { token, body: { post_id: post._id, status: true } })).toMatchObject({
      ok: true,
    });
  });

  it('are marked in the API description', async () => {
    const { paths } = await readDescription<{ paths: Record<string, Record<string, object>> }>(app);
    expect(paths['/api/post/create']?.post).toMatchObject({
      'x-access': 'confirmed',
      description: expect.stringContaining('confirmed'),
    });
    expect(paths['/api/getProfile']?.get).toMatchObject({ 'x-access': 'member' });
  });
});

describe('Mails to an unconfirmed address', () => {
  it('contain nothing that the person who signed up wrote', async () => {
    const fields = buildSignup({ firstName: 'Win-a-prize', lastName: 'at evil.example' });
    await app.call(account.signup, { body: fields });
    const code = await app.mail.next(fields.email);
    await app.call(account.forgotPassword, { body: { email: fields.email } });
    const link = await app.mail.next(fields.email);
    for (const mail of [code, link]) expect(JSON.stringify(mail)).not.toMatch(/prize|evil/i);
  });
});

describe('A password reset that confirms the address', () => {
  async function squat(server: TestApp) {
    const fields = buildSignup();
    await server.call(account.signup, { body: fields });
    const squatter = await signIn(server, fields);
    await server.mail.next(fields.email);
    return { fields, squatter };
  }

  async function reset(email: string): Promise<void> {
    await app.call(account.forgotPassword, { body: { email } });
    const token = linkOf((await app.mail.next(email)).text);
    const response = await app.call(account.resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
    expect(response).toMatchObject({ ok: true });
  }

  it('gives the account to the owner of the address, without the data of the person who signed up', async () => {
    const { fields, squatter } = await squat(app);
    const { db } = app.services;
    const victim = await buildMember(app);
    const post = await buildPost(app, squatter);
    await app.call(createMessage, { token: squatter.token, body: { receiver_id: victim.id, content: 'I am Ana' } });
    // Such a row can date from before two-step verification required a confirmed address.
    await db.insertInto('two_factor').values({ user_id: squatter.id, secret: 'A' }).execute();
    await sql`UPDATE users SET two_factor_enabled_at = now() WHERE id = ${squatter.id}::uuid`.execute(db);
    await reset(fields.email);
    expect(await app.call(account.getProfile, { token: squatter.token })).toMatchObject({ status: 401 });
    expect(await app.call(account.login, { body: fields })).toMatchObject({ status: 401 });
    const owner = await signIn(app, { email: fields.email, password: NEW_PASSWORD });
    expect(owner.user).toMatchObject({
      isUserVerified: true,
      twoFactorEnabled: false,
      needsDetails: true,
      phone: null,
      dob: null,
    });
    const posts = await db.selectFrom('posts').select('id').where('id', '=', post._id).execute();
    const messages = await sql`SELECT 1 FROM messages WHERE content = 'I am Ana'`.execute(db);
    expect([posts, messages.rows]).toEqual([[], []]);
  });

  it('is refused while the account is suspended or banned, and the decision stays in force', async () => {
    for (const how of ['suspended', 'banned'] as const) {
      const { id, user } = await buildSanctioned(app, how, { confirmed: false });
      await app.call(account.forgotPassword, { body: { email: user.email } });
      const token = linkOf((await app.mail.next(user.email)).text);
      const response = await app.call(account.resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
      expect(response).toMatchObject({ status: 403, message: account.accountMessages.resetSanctioned.message });
      expect(await signIn(app, { email: user.email, password: PASSWORD })).toMatchObject({ user: { _id: id } });
    }
  });

  it('deletes nothing when the member confirms the address at the same moment', async () => {
    const member = await buildMember(app, { confirmed: false });
    const { db } = app.services;
    await app.call(account.forgotPassword, { body: { email: member.user.email } });
    const token = linkOf((await app.mail.next(member.user.email)).text);
    const isWaiting = async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        SELECT count(*) > 0 AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query ILIKE 'delete from "reset_links"%'`.execute(db);
      return rows[0]?.waiting;
    };
    const response = await db.transaction().execute(async (other) => {
      await sql`SELECT 1 FROM reset_links WHERE user_id = ${member.id}::uuid FOR UPDATE`.execute(other);
      const reset = app.call(account.resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
      await expect.poll(isWaiting).toBe(true);
      await sql`UPDATE users SET email_verified_at = now() WHERE id = ${member.id}::uuid`.execute(other);
      return { reset };
    });
    expect(await response.reset).toMatchObject({ ok: true });
    const owner = await signIn(app, { email: member.user.email, password: NEW_PASSWORD });
    expect(owner.user).toMatchObject({ _id: member.id, needsDetails: false });
  });

  it('deletes nothing that belongs to a confirmed member', async () => {
    const member = await buildMember(app);
    const post = await buildPost(app, member);
    await reset(member.user.email);
    const owner = await signIn(app, { email: member.user.email, password: NEW_PASSWORD });
    expect(owner.user).toMatchObject({ _id: member.id, needsDetails: false, phone: '1234567890' });
    const posts = await app.services.db.selectFrom('posts').select('id').where('id', '=', post._id).execute();
    expect(posts).toHaveLength(1);
  });
});

describe('Two-step verification', () => {
  it('requires a confirmed address; its state can be read before', async () => {
    const { token } = await buildMember(app, { confirmed: false });
    const start = await app.call(startTwoFactor, { token, body: { password: PASSWORD } });
    expect(start).toMatchObject({ status: 403, reason: 'unconfirmed', message: confirmationMessages.needed.message });
    expect(await app.call(getTwoFactor, { token })).toMatchObject({ ok: true, body: { enabled: false } });
  });
});

describe('Accounts that are never confirmed', () => {
  const age = (server: TestApp, id: string, days: number) =>
    sql`UPDATE users SET code_mailed_at = now() - make_interval(days => ${days}) WHERE id = ${id}::uuid`.execute(
      server.services.db,
    );
  const isThere = async (server: TestApp, id: string) =>
    (await server.services.db.selectFrom('users').select('id').where('id', '=', id).execute()).length > 0;

  it('are removed seven days after their first code was mailed, unless they are confirmed', async () => {
    const [late, fresh] = [
      await buildMember(sending, { confirmed: false }),
      await buildMember(sending, { confirmed: false }),
    ];
    const confirmed = await buildMember(sending);
    for (const member of [late, confirmed]) await age(sending, member.id, 8);
    await age(sending, fresh.id, 6);
    await removeAllUnconfirmed(sending.services);
    expect(await isThere(sending, late.id)).toBe(false);
    expect(await isThere(sending, fresh.id)).toBe(true);
    expect(await isThere(sending, confirmed.id)).toBe(true);
  });

  it('are sent a code first when none was mailed to them', async () => {
    const old = await buildMember(sending, { confirmed: false });
    await sql`UPDATE users SET created_at = now() - interval '90 days' WHERE id = ${old.id}::uuid`.execute(
      sending.services.db,
    );
    await removeAllUnconfirmed(sending.services);
    expect(codeOf((await sending.mail.next(old.user.email)).text)).toHaveLength(6);
    expect(await isThere(sending, old.id)).toBe(true);
    const mailed = sql`SELECT 1 FROM users WHERE id = ${old.id}::uuid AND code_mailed_at > now() - interval '1 minute'`;
    await expect.poll(async () => (await mailed.execute(sending.services.db)).rows.length).toBe(1);
  });

  it('are kept where no mails are sent', async () => {
    const member = await buildMember(app, { confirmed: false });
    const gone = await buildMember(sending, { confirmed: false });
    await Promise.all([age(app, member.id, 30), age(sending, gone.id, 30)]);
    await Promise.all([removeAllUnconfirmed(app.services), removeAllUnconfirmed(sending.services)]);
    expect(await isThere(sending, gone.id)).toBe(false);
    expect(await isThere(app, member.id)).toBe(true);
  });
});
