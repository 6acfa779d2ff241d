import { getProfile, login, logout } from '@afterhours/contract/account/account';
import { deleteAccount, exportAccount } from '@afterhours/contract/account/account-data';
import { listFeed } from '@afterhours/contract/feed';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listOwnReports, reportMember, reportPost } from '@afterhours/contract/moderation/moderation';
import { appealDecision, listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { listPostLikes } from '@afterhours/contract/posts/likes';
import { getPost } from '@afterhours/contract/posts/posts';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockRoles } from '#features/staff/queries.ts';
import { mingle, placesOf } from '#testing/calls/places-of-member.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMembers, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inDays } from '#testing/times.ts';
import { completeBan } from './sanction-commands.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
let moderator: TestMember;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  moderator = await buildStaff(app, 'moderator');
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildMembers(app, 3);
});
afterAll(() => app.close());

const reasons = { rule: 'Be kind', statement: 'We keep you out, because you threaten others.' };

async function caseOf(subjectId: string): Promise<string> {
  const found = await app.call(cases.listCases, { token: owner.token, query: { limit: '100' } });
  const one = found.ok ? found.body.find(({ subject }) => subject._id === subjectId) : undefined;
  if (!one) throw new Error('no case');
  return one._id;
}
const decide = (id: string, body: object, by = moderator) =>
  app.call(cases.decideCase, { token: by.token, params: { id }, body: { ...reasons, ...body } });

/** Reports a member and decides about them. Returns the decision's id. */
async function decideAbout(member: TestMember, body: object, by = moderator): Promise<string> {
  await app.call(reportMember, { token: ben.token, body: { userId: member.id } });
  return (await succeed(decide(await caseOf(member.id), body, by))).body._id;
}
const suspend = (member: TestMember, days = 7) => decideAbout(member, { action: 'suspend', until: inDays(days) });
const ban = (member: TestMember) => decideAbout(member, { action: 'ban' });
const reverse = (id: string) =>
  app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'We were wrong.' } });

describe('A suspended member', () => {
  it('can only read the decision, appeal, export, delete the account and sign out, in every session', async () => {
    const other = await signIn(app, { email: ana.user.email, password: PASSWORD });
    const until = inDays(7);
    const id = await decideAbout(ana, { action: 'suspend', until });
    for (const { token } of [ana, other]) {
      await expect
        .poll(() => app.call(listFeed, { token }))
        .toMatchObject({ status: 403, reason: 'suspended', message: cases.sanctionMessages.suspended.message });
      expect(await app.call(getProfile, { token })).toMatchObject({ body: { sanction: { until } } });
    }
    const again = await app.call(login, { body: { email: ana.user.email, password: PASSWORD } });
    expect(again).toMatchObject({ body: { user: { sanction: { until } } } });
    const { token } = ana;
    expect(await app.call(addEditComment, { token, body: {} })).toMatchObject({ status: 403, reason: 'suspended' });
    expect(await app.call(listOwnDecisions, { token })).toMatchObject({
      body: [{ _id: id, action: 'suspend', until, ...reasons }],
    });
    const appeal = { token, params: { id }, body: { words: 'I did not.' } };
    expect(await app.call(appealDecision, appeal)).toMatchObject({ ok: true });
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.http.inject({ url: `/api${exportAccount.path}`, headers })).statusCode).toBe(200);
    expect(await app.call(logout, { token: other.token })).toMatchObject({ ok: true });
    expect(await app.call(deleteAccount, { token, body: { password: PASSWORD } })).toMatchObject({ ok: true });
  });

  it('keeps all posts but one that the decision hides, and a reversal ends both', async () => {
    const [kept, hidden] = [await buildPost(app, ana), await buildPost(app, ana)];
    await app.call(reportPost, { token: ben.token, body: { post_id: hidden._id } });
    const body = { action: 'suspend', until: inDays(1), hide: true };
    const decided = await decide(await caseOf(hidden._id), body);
    expect(decided).toMatchObject({ ok: true });
    const status = async (id: string) => (await app.call(getPost, { token: cleo.token, params: { id } })).status;
    expect([await status(kept._id), await status(hidden._id)]).toEqual([200, 404]);
    expect(await app.call(listOwnReports, { token: ben.token })).toMatchObject({ body: [{ outcome: 'gone' }] });
    expect(await reverse(decided.ok ? decided.body._id : '')).toMatchObject({ ok: true });
    expect(await status(hidden._id)).toBe(200);
    await expect.poll(async () => (await app.call(listFeed, { token: ana.token })).status).toBe(200);
    expect(await app.call(listOwnReports, { token: ben.token })).toMatchObject({ body: [{ outcome: 'kept' }] });
  });

  it('is unrestricted again when the time is over, without any action by staff', async () => {
    await suspend(ana);
    await expect.poll(async () => (await app.call(listFeed, { token: ana.token })).status).toBe(403);
    await sql`UPDATE sanctions SET until = now() + interval '300 milliseconds' WHERE user_id = ${ana.id}::uuid`.execute(
      app.services.db,
    );
    const { rows } = await sql<{ id: string }>`SELECT id FROM sessions WHERE user_id = ${ana.id}::uuid`.execute(
      app.services.db,
    );
    for (const { id } of rows) app.services.sessions.drop(id);
    expect((await app.call(listFeed, { token: ana.token })).status).toBe(403);
    await expect.poll(async () => (await app.call(listFeed, { token: ana.token })).status).toBe(200);
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: { sanction: null } });
  });
});

describe('A banned member', () => {
  it('disappears from all lists, counts and look-ups, and returns to all of them after a reversal', async () => {
    const posts = await mingle(app, { ana, ben, cleo });
    const viewers = [ben.token, cleo.token, null];
    const before = await Promise.all(viewers.map((viewer) => placesOf(app, viewer, posts)));
    expect(before[0]).toHaveLength(13);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    const id = await ban(ana);
    for (const viewer of viewers) await expect.poll(() => placesOf(app, viewer, posts)).toEqual([]);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    expect(await app.call(getPost, { params: { id: posts.shared._id } })).toMatchObject({
      body: { likesCount: 1, commentsCount: 0 },
    });
    expect(await app.call(getProfile, { token: ben.token })).toMatchObject({
      body: { followersCount: 0, followingsCount: 0, unreadMessages: 0 },
    });
    const message = { token: ben.token, body: { receiver_id: ana.id, content: 'Where are you?' } };
    expect(await app.call(createMessage, message)).toMatchObject({ status: 404 });
    expect(await app.call(listFeed, { token: ana.token })).toMatchObject({ status: 403, reason: 'banned' });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: { sanction: { until: null } } });
    expect(await reverse(id)).toMatchObject({ ok: true });
    // Notifications about the member's actions are not restored.
    for (const [at, viewer] of viewers.entries())
      await expect
        .poll(() => placesOf(app, viewer, posts))
        .toEqual(before[at]?.filter((path) => path !== listNotifications.path));
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    await expect.poll(async () => (await app.call(listFeed, { token: ana.token })).status).toBe(200);
  });

  it('has nothing visible from a call that was still running when the ban was decided', async () => {
    const { db, jobs } = app.services;
    const id = await ban(ana);
    const post = await buildPost(app, cleo);
    await db.insertInto('post_likes').values({ post_id: post._id, user_id: ana.id }).execute();
    await jobs.enqueue(db, completeBan, { decisionId: id });
    const count = () => db.selectFrom('posts').select('likes_count').where('id', '=', post._id).executeTakeFirst();
    await expect.poll(count).toEqual({ likes_count: 0 });
    await reverse(id);
    await jobs.enqueue(db, completeBan, { decisionId: id });
    expect(await count()).toEqual({ likes_count: 1 });
  });

  it('stays banned by a second decision, which keeps everything hidden until it is reversed, too', async () => {
    const posts = await mingle(app, { ana, ben, cleo });
    await app.call(reportPost, { token: ben.token, body: { post_id: posts.own._id } });
    const caseId = await caseOf(posts.own._id);
    const first = await ban(ana);
    const decided = await decide(caseId, { action: 'ban' });
    const second = decided.ok ? decided.body._id : '';
    await reverse(first);
    expect(await placesOf(app, cleo.token, posts)).toEqual([]);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    await reverse(second);
    expect(await placesOf(app, cleo.token, posts)).toContain(listPostLikes.path);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('can export everything, even what the ban put away, and delete the account without a wrong count', async () => {
    await mingle(app, { ana, ben, cleo });
    await ban(ana);
    const headers = { authorization: `Bearer ${ana.token}` };
    const { rawPayload } = await app.http.inject({ url: `/api${exportAccount.path}`, headers });
    const away = JSON.parse(strFromU8(unzipSync(rawPayload)['put-away.json'] ?? new Uint8Array())) as object[];
    for (const kind of ['post_likes', 'follows', 'connections'])
      expect(away).toContainEqual(expect.objectContaining({ kind }));
    const body = { password: PASSWORD };
    expect(await app.call(deleteAccount, { token: ana.token, body })).toMatchObject({ ok: true });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('leaves a post hidden when its own decision is reversed, until the ban is reversed, too', async () => {
    const post = await buildPost(app, ana);
    await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    const hidden = await decide(await caseOf(post._id), { action: 'hide' });
    const status = async () => (await app.call(getPost, { token: cleo.token, params: { id: post._id } })).status;
    const banned = await ban(ana);
    await reverse(hidden.ok ? hidden.body._id : '');
    expect(await status()).toBe(404);
    await reverse(banned);
    expect(await status()).toBe(200);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });
});

describe('Suspending and banning', () => {
  it('is not possible for oneself, and about other staff only for owners, with a reason each time', async () => {
    const second = await buildStaff(app, 'moderator');
    for (const member of [owner, second, moderator])
      await app.call(reportMember, { token: ben.token, body: { userId: member.id } });
    const order = { action: 'ban' };
    expect(await decide(await caseOf(moderator.id), order)).toMatchObject({ status: 403, reason: 'own' });
    expect(await decide(await caseOf(owner.id), order, owner)).toMatchObject({ status: 403, reason: 'own' });
    for (const member of [owner, second])
      expect(await decide(await caseOf(member.id), order)).toMatchObject({
        status: 403,
        reason: 'rank',
        message: 'Only owners can decide about owners and moderators.',
      });
    expect(await decide(await caseOf(second.id), order, owner)).toMatchObject({ ok: true });
    await expect
      .poll(() => app.call(cases.listCases, { token: second.token }))
      .toMatchObject({ status: 403, reason: 'banned' });
  });

  it('waits for a change by another owner who acts on the same owner, and does not block it', async () => {
    const second = await buildStaff(app, 'owner');
    await app.call(reportMember, { token: ben.token, body: { userId: second.id } });
    const id = await caseOf(second.id);
    const { db } = app.services;
    // In the order of the changes that owners make to accounts of others.
    const banned = await db.transaction().execute(async (tx) => {
      await lockRoles(tx);
      const waiting = decide(id, { action: 'ban' }, owner);
      await expectBlocked(app, 'pg_advisory_xact_lock');
      await sql`SELECT FROM users WHERE id = ${second.id}::uuid FOR UPDATE NOWAIT`.execute(tx);
      return { waiting };
    });
    expect(await banned.waiting).toMatchObject({ ok: true });
  });

  it('is rejected when the end is missing, past, too far away or out of place', async () => {
    await app.call(reportMember, { token: ben.token, body: { userId: ana.id } });
    const id = await caseOf(ana.id);
    const wrong = [
      [{ action: 'suspend' }, 'until'],
      [{ action: 'suspend', until: inDays(-1) }, 'until'],
      [{ action: 'suspend', until: inDays(400) }, 'until'],
      [{ action: 'suspend', until: 'tomorrow' }, 'until'],
      [{ action: 'ban', until: inDays(3) }, 'until'],
      [{ action: 'suspend', until: inDays(3), hide: true }, 'hide'],
      [{ action: 'ban', rule: '' }, 'rule'],
    ] as const;
    for (const [body, field] of wrong)
      expect(await decide(id, body)).toMatchObject({ status: 422, errors: [{ field }] });
    const both = await Promise.all([decide(id, { action: 'ban' }), decide(id, { action: 'ban' }, owner)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });
});
