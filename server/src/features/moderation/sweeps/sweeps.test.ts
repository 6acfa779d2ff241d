import { DAY_MS } from '@afterhours/contract/base/durations';
import { listUserPosts } from '@afterhours/contract/feed';
import { createFilter } from '@afterhours/contract/moderation/automation';
import { reportMember, reportPost } from '@afterhours/contract/moderation/moderation';
import { listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as audit from '@afterhours/contract/moderation/staff-audit';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { getSweep, startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { getPost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { screeningOf } from '#features/automation/screening.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { sweepBatch } from './sweep-commands.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let owner: TestMember;
let moderator: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [owner, moderator] = [await buildStaff(app, 'owner'), await buildStaff(app, 'moderator')];
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterEach(async () => {
  await app.services.db.deleteFrom('filters').execute();
  screeningOf(app.services).drop();
});
afterAll(() => app.close());

const reasons = { rule: 'No spam', facts: 'The same link everywhere.', statement: 'We hid it, because it is spam.' };
const sweep = (order: object, by = moderator, id = ana.id, headers = {}) =>
  app.call(startSweep, {
    token: by.token,
    params: { id },
    headers,
    body: { posted: 'none', cases: false, action: 'hide', ...reasons, ...order },
  });
async function getPreview(by = moderator) {
  return (await succeed(app.call(getSweep, { token: by.token, params: { id: ana.id } }))).body;
}
const finishedAt = async () => (await getPreview()).latest?.finishedAt ?? null;
const LONG = { timeout: 30_000 };
const reverse = (id: string) =>
  app.call(cases.reverseDecision, { token: moderator.token, params: { id }, body: { statement: 'We were wrong.' } });
const sees = async (id: string) => (await app.call(getPost, { params: { id } })).ok;

const holdCasinos = () =>
  app.call(createFilter, {
    token: owner.token,
    body: { kind: 'words', effect: 'hold', places: ['posts', 'comments'], note: 'No gambling', entries: ['casino'] },
  });
async function buildHeldPost(by: TestMember): Promise<string> {
  const response = await succeed(
    app.call(publishPost, {
      token: by.token,
      body: { postType: 'general', description: 'A casino evening' },
    }),
  );
  return response.body._id;
}
const isHeldFor = async (by: TestMember, id: string) => {
  const [own, others] = [await app.call(getPost, { token: by.token, params: { id } }), await sees(id)];
  return own.ok && own.body.held !== undefined && !others;
};

async function insertPosts(count: number): Promise<void> {
  await sql`
    INSERT INTO posts (id, user_id, post_type, description, hashtags)
    SELECT gen_random_uuid(), ${ana.id}::uuid, 'general', 'Buy number ' || n, ARRAY['spam']
    FROM generate_series(1, ${count}) n`.execute(app.services.db);
}

describe('A sweep', () => {
  it('hides a member’s thousand posts and comments once, with one entry in the log, and is reversible', async () => {
    const tagged = await buildPost(app, ana, { description: 'A vase #clay' });
    await insertPosts(999);
    const other = await buildPost(app, ben);
    const comment = await buildComment(app, ana, other._id);
    await buildComment(app, ben, other._id, comment._id);
    expect(await getPreview()).toMatchObject({ all: { posts: 1_000, comments: 1 }, cases: 0, latest: null });
    const started = await sweep({ posted: 'all' });
    const id = started.ok ? started.body._id : '';
    // As after a server restart: the job runs again, concurrently with itself.
    for (let again = 0; again < 2; again++)
      await app.services.jobs.enqueue(app.services.db, sweepBatch, { decisionId: id });
    await expect.poll(finishedAt, LONG).not.toBeNull();
    expect(await getPreview()).toMatchObject({
      all: { posts: 0, comments: 0 },
      latest: { decisionId: id, posts: 1_000, comments: 1, cases: 0, reversed: false },
    });
    expect(await sees(tagged._id)).toBe(false);
    const thread = await app.call(getPost, { token: ben.token, params: { id: other._id } });
    expect(thread).toMatchObject({ body: { commentsCount: 0, comments: [] } });
    const log = await app.call(audit.listAudit, { token: owner.token, query: { action: 'swept', member: ana.id } });
    expect(log).toMatchObject({
      body: [{ actor: { _id: moderator.id }, details: { posts: '1000', comments: '1', cases: '0' } }],
    });
    expect(await listWrongCounts(app.services.db)).toEqual([]);

    expect(await reverse(id)).toMatchObject({ ok: true });
    await expect
      .poll(() => getPreview(), LONG)
      .toMatchObject({ all: { posts: 1_000, comments: 1 }, latest: { reversed: true } });
    expect(await sees(tagged._id)).toBe(true);
    const page = await app.call(listUserPosts, {
      token: ben.token,
      query: { userId: ana.id, hashtag: 'clay' },
    });
    expect(page.ok && page.body).toHaveLength(1);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('is started once by a call that is repeated with its key', async () => {
    const { _id: id } = await buildPost(app, ana);
    const send = () => sweep({ posted: 'all' }, moderator, ana.id, { 'idempotency-key': 'sweep' });
    const first = await succeed(send());
    await expect.poll(finishedAt, LONG).not.toBeNull();
    // As if the server had been killed before it responded.
    await app.services.db
      .updateTable('idempotency_keys')
      .set({ answer: null, created_at: new Date(Date.now() - 61_000) })
      .execute();
    expect(await send()).toMatchObject({ ok: true, body: first.body });
    expect(await getPreview()).toMatchObject({ latest: { decisionId: first.body._id, posts: 1 } });
    expect(await sees(id)).toBe(false);
  });

  it('is refused while one with the same action is running, unless that one was reversed', async () => {
    const first = await succeed(sweep({ posted: 'all' }));
    await expect.poll(finishedAt, LONG).not.toBeNull();
    await app.services.db
      .updateTable('sweeps')
      .set({ finished_at: null })
      .where('decision_id', '=', first.body._id)
      .execute();
    expect(await sweep({ posted: 'all' }, owner)).toMatchObject({
      status: 409,
      message: 'The same decision is still being carried out. Please wait until it has finished.',
    });
    expect(await sweep({ posted: 'all', action: 'remove' }, owner)).toMatchObject({ ok: true });
    await reverse(first.body._id);
    expect(await sweep({ posted: 'all' }, owner)).toMatchObject({ ok: true });
  });

  it('hides only what was posted in the chosen time span', async () => {
    const [old, young] = [await buildPost(app, ana), await buildPost(app, ana)];
    await app.services.db
      .updateTable('posts')
      .set({ created_at: new Date(Date.now() - 2 * DAY_MS) })
      .where('id', '=', old._id)
      .execute();
    expect(await getPreview()).toMatchObject({ day: { posts: 1 }, week: { posts: 2 } });
    await sweep({ posted: 'day', action: 'remove' });
    await expect.poll(finishedAt, LONG).not.toBeNull();
    expect([await sees(old._id), await sees(young._id)]).toEqual([true, false]);
  });

  it('decides all open cases of a member by one decision, shown in each case, and notifies the reporters', async () => {
    const posts = [await buildPost(app, ana), await buildPost(app, ana)];
    for (const { _id: post_id } of posts) await app.call(reportPost, { token: ben.token, body: { post_id } });
    await app.call(reportMember, { token: ben.token, body: { userId: ana.id } });
    const listed = await app.call(cases.listCases, { token: moderator.token, query: { limit: '100' } });
    const found = listed.ok ? listed.body.filter(({ member }) => member?._id === ana.id) : [];
    const claimed = found.find(({ subject }) => subject._id === posts[1]?._id)?._id ?? '';
    await app.call(cases.claimCase, { token: owner.token, params: { id: claimed } });
    expect(await getPreview()).toMatchObject({ cases: 2 });
    const started = await sweep({ cases: true });
    await expect.poll(finishedAt, LONG).not.toBeNull();
    expect(await getPreview()).toMatchObject({ cases: 0, latest: { cases: 2, posts: 0 } });
    expect([await sees(posts[0]?._id ?? ''), await sees(posts[1]?._id ?? '')]).toEqual([false, true]);
    const id = found.find(({ subject }) => subject._id === posts[0]?._id)?._id ?? '';
    const detail = await app.call(cases.getCase, { token: moderator.token, params: { id } });
    expect(detail).toMatchObject({ body: { state: 'closed', decisions: [{ action: 'hide', rule: 'No spam' }] } });
    const notifications = async () => JSON.stringify(await app.call(listNotifications, { token: ben.token }));
    await expect.poll(notifications).toContain('reportGone');
    const own = await app.call(listOwnDecisions, { token: ana.token });
    expect(own).toMatchObject({ body: [{ action: 'hide', byNotice: true, automated: false }] });
    await reverse(started.ok ? started.body._id : '');
    expect(await sees(posts[0]?._id ?? '')).toBe(true);
    const reversed = await app.call(cases.getCase, { token: moderator.token, params: { id } });
    expect(reversed).toMatchObject({ body: { state: 'closed', outcome: 'reverse' } });
    await expect.poll(notifications).toContain('reportReversed');
  });

  it('is reversed with as many statements for many cases as for one', async () => {
    const reverseSwept = async (count: number) => {
      ana = await buildMember(app);
      for (let each = 0; each < count; each++) {
        const { _id: post_id } = await buildPost(app, ana);
        await succeed(app.call(reportPost, { token: ben.token, body: { post_id } }));
      }
      const started = await succeed(sweep({ cases: true, action: 'warn' }));
      await expect.poll(finishedAt, LONG).not.toBeNull();
      expect(await getPreview()).toMatchObject({ latest: { cases: count } });
      return app.countStatements(() => reverse(started.body._id));
    };
    expect(await reverseSwept(6)).toBe(await reverseSwept(1));
  });

  it('with a ban also closes the cases of a member', async () => {
    const post = await buildPost(app, ana);
    await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    await sweep({ cases: true, action: 'ban' }, owner);
    await expect.poll(finishedAt, LONG).not.toBeNull();
    expect(await sees(post._id)).toBe(false);
    expect(await getPreview()).toMatchObject({ cases: 0 });
    const log = async (action: 'decided-ban' | 'swept') => {
      const page = await app.call(audit.listAudit, { token: owner.token, query: { action, member: ana.id } });
      return page.ok ? page.body.map(({ actor }) => actor?._id) : [];
    };
    expect([await log('decided-ban'), await log('swept')]).toEqual([[owner.id], [owner.id]]);
  });

  it.each(['none', 'warn'])('with %s leaves held content held, and its case open', async (action) => {
    await holdCasinos();
    const held = await buildHeldPost(ana);
    const { _id: post_id } = await buildPost(app, ana);
    await app.call(reportPost, { token: ben.token, body: { post_id } });
    expect(await getPreview()).toMatchObject({ cases: 2, heldCases: 1, all: { posts: 1 } });
    expect(await sweep({ cases: true, action })).toMatchObject({ ok: true });
    await expect.poll(finishedAt, LONG).not.toBeNull();
    expect(await getPreview()).toMatchObject({ cases: 1, heldCases: 1, latest: { cases: 1 } });
    expect(await isHeldFor(ana, held)).toBe(true);
  });

  it.each([
    { posted: 'all', action: 'hide', cases: false },
    { posted: 'all', action: 'hide', cases: true },
    { action: 'ban', cases: true },
  ])('is reversed without publishing content that was held: %o', async (order) => {
    await holdCasinos();
    const held = await buildHeldPost(ana);
    const post = await buildPost(app, ben);
    const comment = await buildComment(app, ana, post._id);
    const body = { post_id: post._id, parent_id: comment._id, comment: 'To the casino' };
    const reply = await app.call(addEditComment, { token: ben.token, body });
    const replyId = reply.ok ? reply.body._id : '';
    const started = await sweep(order, owner);
    await expect.poll(finishedAt, LONG).not.toBeNull();
    expect(await sees(held)).toBe(false);
    await reverse(started.ok ? started.body._id : '');
    expect(await isHeldFor(ana, held)).toBe(true);
    expect(await getPreview()).toMatchObject({ cases: 1, heldCases: 1 });
    const row = await app.services.db
      .selectFrom('comments')
      .select('held')
      .where('id', '=', replyId)
      .executeTakeFirst();
    expect(row).toEqual({ held: true });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('is rejected if empty, with other actions on content, against oneself, and against owners', async () => {
    expect(await sweep({})).toMatchObject({ status: 422, errors: [{ field: 'posted' }] });
    expect(await sweep({ posted: 'all', action: 'warn' })).toMatchObject({
      status: 422,
      errors: [{ field: 'action' }],
    });
    expect(await sweep({ posted: 'all', rule: '' })).toMatchObject({ status: 422, errors: [{ field: 'rule' }] });
    expect(await sweep({ posted: 'all' }, moderator, moderator.id)).toMatchObject({ status: 403 });
    expect(await sweep({ posted: 'all' }, moderator, owner.id)).toMatchObject({ status: 403 });
    expect(await sweep({ cases: true, action: 'ban' }, moderator, owner.id)).toMatchObject({ status: 403 });
    expect(await sweep({ posted: 'all' }, ana)).toMatchObject({ status: 403 });
    const nobody = '01a1fe0b-1345-70de-9139-23416f5fc456';
    expect(await sweep({ posted: 'all' }, moderator, nobody)).toMatchObject({ status: 404 });
  });
});
