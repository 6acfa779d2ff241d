import { hash } from 'node:crypto';
import {
  forgotPassword,
  getProfile,
  login,
  resetPassword,
  signup,
  verifyOtp,
} from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { DAY_MS } from '@afterhours/contract/base/durations';
import { type CommunitySettings, communityMessages, defaultSettings } from '@afterhours/contract/community/community';
import {
  countJoinRequests,
  decideJoinRequests,
  type JoinRequest,
  listJoinRequests,
} from '@afterhours/contract/community/join-requests';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { confirmMemberEmail, listStaffPeople } from '@afterhours/contract/moderation/staff-people';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteAllExpired } from '#features/account/jobs.ts';
import { hashAddress } from '#features/community/loaders.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildStaff, buildWaiting } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { writeDay } from '#texts/times.ts';
import { makeOwner } from '../loaders.ts';

const ANSWER = 'From a friend; I make lamps.';
let app: TestApp;
let owner: TestMember;
let moderator: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ SIGN_UPS_PER_HOUR: '0', SMTP_URL: 'smtp://localhost:1' });
  owner = await buildStaff(app, 'owner');
  moderator = await buildStaff(app, 'moderator');
});
beforeEach(async () => {
  await app.services.db.deleteFrom('join_requests').execute();
  await save({ registration: 'approval' });
});
afterAll(() => app.close());

async function save(settings: Partial<CommunitySettings>) {
  const stored = JSON.stringify({ ...defaultSettings, ...settings });
  const { db, community } = app.services;
  await db
    .insertInto('community_settings')
    .values({ settings: stored, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('one')
        .doUpdateSet((row) => ({ settings: stored, version: row('community_settings.version', '+', 1) })),
    )
    .execute();
  await community.reload();
}

const join = (fields: Record<string, unknown> = {}) =>
  app.call(signup, { body: { ...buildSignup(), answer: ANSWER, ...fields } });
const list = async (query = {}, by = moderator) => {
  return await succeed(app.call(listJoinRequests, { token: by.token, query }));
};
const decide = (ids: string[], action: string, words?: string, by = moderator) =>
  app.call(decideJoinRequests, { token: by.token, body: { ids, action, ...(words ? { words } : {}) } });
const count = async () => {
  const response = await app.call(countJoinRequests, { token: moderator.token });
  return response.ok ? response.body.count : response.message;
};
const profile = ({ token }: { token: string }) => app.call(getProfile, { token });

describe('A request to join', () => {
  it("requires an answer, waits until the address is confirmed, and then appears in the staff's list", async () => {
    expect(await join({ answer: '  ' })).toMatchObject({ status: 422, errors: [{ field: 'answer' }] });
    expect(await join({ answer: 'x'.repeat(501) })).toMatchObject({ status: 422, errors: [{ field: 'answer' }] });
    const fields = buildSignup();
    const joined = await join(fields);
    expect(joined).toMatchObject({ body: { user: { waiting: 'code' } } });
    expect(await count()).toBe(0);
    const { essence: otp } = await app.mail.next(fields.email);
    expect(await app.call(verifyOtp, { body: { email: fields.email, otp } })).toMatchObject({ ok: true });
    const { body } = await list();
    expect(body).toMatchObject([{ answer: ANSWER, email: null, isUserVerified: true, country: 'Portugal' }]);
    expect((await list({}, owner)).body).toMatchObject([{ email: fields.email }]);
    expect(await count()).toBe(1);
    const signedIn = await app.call(login, { body: { email: fields.email, password: PASSWORD } });
    expect(signedIn).toMatchObject({ body: { user: { waiting: 'decision' } } });
  });

  it("stays, without its answer, if the address's owner takes over an unconfirmed account", async () => {
    const fields = buildSignup();
    const { email } = fields;
    await join(fields);
    await app.mail.next(email);
    await app.call(forgotPassword, { body: { email } });
    const token = new URL((await app.mail.next(email)).essence).searchParams.get('token') ?? '';
    const newPassword = 'Heron7wades';
    expect(await app.call(resetPassword, { body: { token, newPassword } })).toMatchObject({ ok: true });
    const signedIn = await app.call(login, { body: { email, password: newPassword } });
    expect(signedIn).toMatchObject({ body: { user: { waiting: 'decision' } } });
    expect((await list()).body).toMatchObject([{ answer: '', isUserVerified: true }]);
  });

  it('is not needed with an invitation, or if everyone may join', async () => {
    expect(await join({ answer: null, invitation: 'nobodysinvit' })).toMatchObject({
      status: 422,
      errors: [{ field: 'invitation' }],
    });
    const code = 'abcdefghjkmn';
    await app.services.db
      .insertInto('community_invitations')
      .values({
        id: owner.id,
        code_hash: hash('sha256', code, 'buffer'),
        made_by: owner.id,
        uses_left: 1,
        until: new Date(Date.now() + DAY_MS),
      })
      .execute();
    expect(await join({ answer: null, invitation: code })).toMatchObject({ body: { user: { waiting: null } } });
    await save({ registration: 'open' });
    expect(await join({ answer: null })).toMatchObject({ body: { user: { waiting: null } } });
  });

  it('hides the applicant from other members until it is accepted, and shows staff that they wait', async () => {
    const applicant = await buildWaiting(app);
    const other = await buildMember(app);
    const look = () => app.call(getMember, { token: other.token, params: { id: applicant.id } });
    expect(await look()).toMatchObject({ status: 404 });
    const people = await app.call(listStaffPeople, { token: owner.token, query: { keyword: applicant.user.email } });
    expect(people).toMatchObject({ body: [{ waiting: true }] });
    expect(await profile(applicant)).toMatchObject({ body: { waiting: 'decision' } });
    expect(await app.call(listJoinRequests, { token: applicant.token })).toMatchObject({
      status: 403,
      reason: 'waiting',
    });
    expect(await decide([applicant.id], 'accept', 'Good to have you.')).toMatchObject({
      body: { decided: [applicant.id] },
    });
    expect(await look()).toMatchObject({ ok: true });
    expect(await profile(applicant)).toMatchObject({ body: { waiting: null } });
    const mail = await app.mail.next(applicant.user.email);
    expect(mail.subject).toBe('Welcome to Afterhours');
    expect(mail.text).toContain('Their message: Good to have you.');
  });

  it('reloads the requests of staff when it can be decided, is decided, or goes with its account', async () => {
    const reloads = await openTabFor('joinRequests', await listen(app), moderator);
    const [one, other] = [await buildWaiting(app), await buildMember(app)];
    const fields = buildSignup();
    await join(fields);
    const { text } = await app.mail.next(fields.email);
    await app.call(verifyOtp, { body: { email: fields.email, otp: /\b\d{6}\b/.exec(text)?.[0] ?? '' } });
    await expect.poll(() => reloads.length).toBe(1);
    await decide([one.id], 'accept');
    await expect.poll(() => reloads.length).toBe(2);
    await app.call(deleteAccount, { token: other.token, body: { password: PASSWORD } });
    const { token } = await buildWaiting(app);
    await app.call(deleteAccount, { token, body: { password: PASSWORD } });
    await expect.poll(() => reloads.length).toBe(3);
    const unconfirmed = buildSignup();
    await join(unconfirmed);
    const { id } = await app.services.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', unconfirmed.email)
      .executeTakeFirstOrThrow();
    expect(await app.call(confirmMemberEmail, { token: owner.token, params: { id } })).toMatchObject({ ok: true });
    await expect.poll(() => reloads.length).toBe(4);
  });

  it('that is refused causes a mail and deletes the account; the address may apply again after 30 days', async () => {
    const applicant = await buildWaiting(app);
    const { email } = applicant.user;
    expect(await decide([applicant.id], 'refuse')).toMatchObject({ status: 422, errors: [{ field: 'words' }] });
    expect(await decide([applicant.id], 'refuse', 'We are few.')).toMatchObject({ ok: true });
    const mail = await app.mail.next(email);
    const again = writeDay(new Date(Date.now() + 30 * DAY_MS), null);
    expect(mail.text).toContain('Their message: We are few.');
    expect(mail.text).toContain(`You can apply again from ${again}.`);
    expect(await profile(applicant)).toMatchObject({ status: 401 });
    expect(await app.call(login, { body: { email, password: PASSWORD } })).toMatchObject({ status: 401 });
    expect(await join({ email: email.toUpperCase() })).toMatchObject({
      status: 403,
      message: communityMessages.notThisAddress.message,
    });
    expect(await join({ email, answer: null })).toMatchObject({ status: 422, errors: [{ field: 'answer' }] });
    const { db } = app.services;
    const kept = () => db.selectFrom('refused_addresses').select('address_hash').execute();
    const address_hash = await hashAddress(app.services, email);
    expect(await kept()).toContainEqual({ address_hash });
    expect(address_hash).not.toEqual(hash('sha256', email, 'buffer'));
    await db
      .updateTable('refused_addresses')
      .set({ until: new Date() })
      .where('address_hash', '=', address_hash)
      .execute();
    expect(await join({ email })).toMatchObject({ ok: true });
    await deleteAllExpired(app.services);
    expect(await kept()).not.toContainEqual({ address_hash });
  });
});

describe('A decision about requests', () => {
  it('takes effect once, even if two are made concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const applicant = await buildWaiting(app);
      const both = await Promise.all([
        decide([applicant.id], 'accept'),
        decide([applicant.id], 'refuse', 'We are few.', owner),
      ]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      expect(both.filter(({ status }) => status === 409)).toHaveLength(1);
      const accepted = both[0]?.ok;
      expect((await profile(applicant)).ok).toBe(accepted);
    }
  });

  it('can cover several requests, and skips those already decided', async () => {
    const [one, two, three] = [await buildWaiting(app), await buildWaiting(app), await buildWaiting(app)];
    const unconfirmed = await buildWaiting(app, { confirmed: false });
    await decide([one.id], 'accept');
    const response = await decide([one.id, two.id, three.id, three.id, unconfirmed.id], 'refuse', 'We are few.');
    expect(response.ok && response.body.decided.toSorted()).toEqual([two.id, three.id].toSorted());
    expect(await count()).toBe(0);
    const log = await app.call(listAudit, { token: owner.token, query: { action: 'request-refused' } });
    expect(log.ok && log.body.map(({ subject }) => subject._id)).toEqual(expect.arrayContaining([two.id, three.id]));
  });

  it('is rejected without a pending request, for too many requests, and from members', async () => {
    const member = await buildMember(app);
    expect(await decide([member.id], 'accept')).toMatchObject({ status: 409 });
    expect(await decide([], 'accept')).toMatchObject({ status: 422 });
    expect(
      await decide(
        Array.from({ length: 51 }, () => member.id),
        'accept',
      ),
    ).toMatchObject({ status: 422 });
    expect(await decide([member.id], 'ignore')).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
    expect(await decide([member.id], 'accept', undefined, member)).toMatchObject({ status: 403, reason: 'staff' });
  });

  it('requires a recent password to refuse, which deletes an account, but not to accept', async () => {
    const [one, two] = [await buildWaiting(app), await buildWaiting(app)];
    const { db, sessions } = app.services;
    const prove = async (minutes: number) => {
      const proven = sql<Date>`now() - make_interval(mins => ${minutes})`;
      const rows = await db
        .updateTable('sessions')
        .set({ created_at: proven, proven_at: proven })
        .where('user_id', '=', moderator.id)
        .returning('id')
        .execute();
      for (const { id } of rows) sessions.drop(id);
    };
    await prove(11);
    expect(await decide([one.id], 'refuse', 'We are few.')).toMatchObject({ status: 403, reason: 'recent' });
    expect(await decide([two.id], 'accept')).toMatchObject({ ok: true });
    await prove(0);
    expect(await decide([one.id], 'refuse', 'We are few.')).toMatchObject({ ok: true });
  });

  it('is not needed for the first owner', async () => {
    const applicant = await buildWaiting(app);
    await makeOwner(app.services.db, applicant.id);
    expect(await profile(applicant)).toMatchObject({ body: { waiting: null, staffRole: 'owner' } });
  });
});

it('The list of requests is paged, oldest first, without repeats', async () => {
  const applicants: string[] = [];
  for (let at = 0; at < 7; at++) applicants.push((await buildWaiting(app)).id);
  const found: JoinRequest[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: '3', ...(cursor ? { cursor } : {}) });
    found.push(...page.body);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found.map(({ user }) => user._id).toSorted()).toEqual(applicants.toSorted());
  const times = found.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
});
