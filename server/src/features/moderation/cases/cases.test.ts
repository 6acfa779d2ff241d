import { listFeed, listUserPosts } from '@afterhours/contract/feed';
import { createMessage } from '@afterhours/contract/messages/messages';
import {
  listOwnReports,
  reportComment,
  reportMember,
  reportMessage,
  reportPost,
} from '@afterhours/contract/moderation/moderation';
import { appealDecision, listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { listComments } from '@afterhours/contract/posts/comments';
import { getPost, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAtOnce } from '#testing/calls/at-once.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildSettled } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectCases } from './case-queries.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let moderator: TestMember;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben] = await buildMembers(app, 2);
  moderator = await buildStaff(app, 'moderator');
  owner = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

const report = (postId: string, by = ben, more: object = {}) =>
  app.call(reportPost, { token: by.token, body: { post_id: postId, ...more } });

async function findCase(subjectId: string, state = '') {
  const query = { limit: '100', state: state as 'closed' };
  const found = await succeed(app.call(cases.listCases, { token: moderator.token, query }));
  return found.body.find(({ subject }) => subject._id === subjectId);
}
async function caseOf(subjectId: string) {
  const found = await findCase(subjectId);
  if (!found) throw new Error('no case');
  return found._id;
}
const reasons = { rule: 'No fraud', facts: 'A link to a copied shop.', statement: 'We hid it, because it is fraud.' };
const decide = (id: string, action: string, by = moderator, more: object = reasons) =>
  app.call(cases.decideCase, { token: by.token, params: { id }, body: { action, ...more } });
const reverse = (id: string, by = moderator) =>
  app.call(cases.reverseDecision, { token: by.token, params: { id }, body: { statement: 'We were wrong.' } });

async function hide(subjectId: string, by = moderator): Promise<string> {
  return (await succeed(decide(await caseOf(subjectId), 'hide', by))).body._id;
}

describe('A case', () => {
  it('is created once for 200 concurrent reports, with the sum of their weights and a copy of the post', async () => {
    const post = await buildPost(app, ana);
    const fresh = await Promise.all(Array.from({ length: 197 }, () => buildMember(app)));
    const reporters = [...fresh, ...(await buildSettled(app, 3))];
    const reports = reporters.map((by, at) => ({ by, category: at === 0 ? 'scam' : 'spam', words: `report ${at}` }));
    await callAtOnce(reports, ({ by, ...about }) => report(post._id, by, about));
    await report(post._id, reporters[0], { category: 'hate' });
    const found = await findCase(post._id);
    expect(found).toMatchObject({
      state: 'open',
      member: { _id: ana.id },
      reportsCount: 200,
      score: 402,
      reasons: [
        { category: 'scam', count: 1, weight: 4 },
        { category: 'spam', count: 199, weight: 2 },
      ],
    });
    await app.call(updatePost, { token: ana.token, body: { _id: post._id, description: 'Nothing was ever here.' } });
    const detail = await app.call(cases.getCase, { token: moderator.token, params: { id: found?._id ?? '' } });
    expect(detail).toMatchObject({
      body: {
        evidence: { text: post.description, edited: 'Nothing was ever here.' },
        path: null,
        decisions: [{ action: 'hold', automated: true }],
      },
    });
    expect(detail.ok && detail.body.reports).toHaveLength(50);
  });

  it('is opened for reports of comments, members and received messages, not for one’s own content', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, ana, post._id);
    await app.call(reportComment, { token: ben.token, body: { comment_id: comment._id, category: 'hate' } });
    expect(await findCase(comment._id)).toMatchObject({ subject: { kind: 'comment' }, score: 5 });
    await app.call(reportMember, { token: ben.token, body: { userId: ana.id, reason: 'not a person' } });
    expect(await findCase(ana.id)).toMatchObject({ subject: { kind: 'member' }, score: 1 });
    const sent = await app.call(createMessage, { token: ana.token, body: { receiver_id: ben.id, content: 'Pay me' } });
    const id = sent.ok ? sent.body._id : '';
    const body = { message_id: id, category: 'scam' };
    expect(await app.call(reportMessage, { token: ben.token, body })).toMatchObject({ ok: true });
    expect(await findCase(id)).toMatchObject({ subject: { kind: 'message' }, excerpt: 'Pay me' });
    expect(await app.call(reportMessage, { token: ana.token, body })).toMatchObject({ status: 403 });
    expect(await app.call(reportMessage, { token: moderator.token, body })).toMatchObject({ status: 404 });
    const own = await buildPost(app, ana);
    await report(own._id, ana);
    expect(await findCase(own._id)).toBeUndefined();
    expect(await report(own._id, ben, { category: 'boring' })).toMatchObject({
      status: 422,
      errors: [{ field: 'category' }],
    });
  });

  it('is claimed by only one of two concurrent moderators, and shows its progress to the reporters', async () => {
    const post = await buildPost(app, ana);
    const reporter = await buildMember(app);
    await report(post._id, reporter, { category: 'scam', words: 'A copied shop' });
    const own = () => app.call(listOwnReports, { token: reporter.token });
    expect(await own()).toMatchObject({ body: [{ state: 'received', outcome: null, words: 'A copied shop' }] });
    const id = await caseOf(post._id);
    const claims = await Promise.all(
      [moderator, owner].map(({ token }) => app.call(cases.claimCase, { token, params: { id } })),
    );
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    const [winner, loser] = claims[0]?.ok ? [moderator, owner] : [owner, moderator];
    expect(await own()).toMatchObject({ body: [{ state: 'looked_at' }] });
    expect(await decide(id, 'hide', loser)).toMatchObject({ status: 409 });
    expect(await decide(id, 'hide', winner)).toMatchObject({ ok: true });
    expect(await own()).toMatchObject({ body: [{ state: 'closed', outcome: 'gone' }] });
  });

  it('is read for the queue by one indexed statement, whichever filters are set', async () => {
    await sql`INSERT INTO cases (id, subject_kind, subject_id, member_id, state, score, evidence)
      SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'post' ELSE 'comment' END, gen_random_uuid(),
        gen_random_uuid(),
        CASE WHEN n % 5 = 0 THEN 'closed' WHEN n % 2 = 0 THEN 'open' ELSE 'claimed' END, -n, '{"text":""}'
      FROM generate_series(1, 5000) n`.execute(app.services.db);
    await sql`ANALYZE cases`.execute(app.services.db);
    const start = { limit: 20, after: [-2000, NOBODYS], offset: 0, page: null };
    for (const state of ['waiting', 'open', 'claimed', 'closed'] as const) {
      for (const kind of [null, 'post'] as const) {
        const plan = await explain(app.services.db, (db) => selectCases(db, { state, kind }, start));
        expect(plan).toMatch(state === 'claimed' ? /cases_claimed/ : /Index Scan using cases_(queue|closed)/);
        expect(plan).not.toContain('Seq Scan on cases');
      }
    }
    const query = { limit: '20' };
    const statements = await app.countStatements(() => app.call(cases.listCases, { token: moderator.token, query }));
    expect(statements).toBe(1);
  });
});

describe('A decision', () => {
  const lists = (token: string | null) => [
    app.call(listFeed, { token, query: { sort: 'latest', limit: '100' } }),
    app.call(listUserPosts, { token, query: { userId: ana.id, limit: '100' } }),
  ];
  const seen = async (postId: string, token: string | null) => {
    const responses = await Promise.all(lists(token));
    return responses.flatMap((response) => (response.ok ? response.body : [])).filter(({ _id }) => _id === postId)
      .length;
  };

  it('to hide a post hides it from everyone, including guests and its author, and a reversal restores it', async () => {
    const post = await buildPost(app, ana, { description: 'A sale of nothing #fraudulent' });
    const viewers = [ana.token, owner.token, null];
    await report(post._id);
    for (const token of viewers) expect(await seen(post._id, token)).toBeGreaterThan(0);
    expect(await findCase(post._id)).toMatchObject({ state: 'open', outcome: null });
    const decisionId = await hide(post._id);
    expect(await findCase(post._id, 'closed')).toMatchObject({ outcome: 'hide' });
    for (const token of viewers) {
      await expect.poll(() => seen(post._id, token)).toBe(0);
      expect(await app.call(getPost, { token, params: { id: post._id } })).toMatchObject({ status: 404 });
    }
    const edit = { _id: post._id, description: 'Again' };
    expect(await app.call(updatePost, { token: ana.token, body: edit })).toMatchObject({ status: 404 });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    expect(await app.call(listOwnDecisions, { token: ana.token })).toMatchObject({
      body: expect.arrayContaining([
        expect.objectContaining({
          action: 'hide',
          ...reasons,
          byNotice: true,
          automated: false,
          reversed: false,
          appeal: null,
          excerpt: 'A sale of nothing #fraudulent',
        }),
      ]),
    });
    expect(await reverse(decisionId)).toMatchObject({ ok: true, body: { reverses: decisionId } });
    expect(await reverse(decisionId)).toMatchObject({ status: 409 });
    for (const token of viewers)
      expect(await app.call(getPost, { token, params: { id: post._id } })).toMatchObject({ ok: true });
    const { rows } = await sql`SELECT 1 FROM post_hashtags WHERE post_id = ${post._id}::uuid`.execute(app.services.db);
    expect(rows).toHaveLength(1);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('to remove a comment also hides its replies, and all counts stay exact', async () => {
    const { db } = app.services;
    const post = await buildPost(app, ana);
    const [first, other] = [await buildComment(app, ben, post._id), await buildComment(app, ben, post._id)];
    const reply = await buildComment(app, ana, post._id, first._id);
    await buildComment(app, ana, post._id, first._id);
    for (const { _id } of [reply, first])
      await app.call(reportComment, { token: owner.token, body: { comment_id: _id, category: 'hate' } });
    const replyDecision = await hide(reply._id);
    expect(await listWrongCounts(db)).toEqual([]);
    const decided = await decide(await caseOf(first._id), 'remove');
    expect(await listWrongCounts(db)).toEqual([]);
    const list = () => app.call(listComments, { token: ana.token, body: { post_id: post._id, parent_id: null } });
    expect(await list()).toMatchObject({ total: 1, body: [{ _id: other._id }] });
    await reverse(replyDecision);
    expect(await list()).toMatchObject({ total: 1 });
    expect(await listWrongCounts(db)).toEqual([]);
    await reverse(decided.ok ? decided.body._id : '');
    expect(await list()).toMatchObject({ total: 2, body: [{ _id: first._id, repliesCount: 2 }, { _id: other._id }] });
    expect(await listWrongCounts(db)).toEqual([]);
    await db.deleteFrom('posts').where('id', '=', post._id).execute();
    expect(await listWrongCounts(db)).toEqual([]);
  });

  it('cannot be made by the staff member concerned, nor by moderators about an owner', async () => {
    const [byModerator, byOwner] = [await buildPost(app, moderator), await buildPost(app, owner)];
    for (const { _id } of [byModerator, byOwner]) await report(_id);
    expect(await decide(await caseOf(byModerator._id), 'hide')).toMatchObject({ status: 403 });
    expect(await decide(await caseOf(byOwner._id), 'hide')).toMatchObject({
      status: 403,
      message: 'Only owners can decide about owners and moderators.',
    });
  });

  it('requires a rule and a statement, hides only content that can be hidden, and fails as a whole', async () => {
    const post = await buildPost(app, ana);
    await report(post._id);
    const id = await caseOf(post._id);
    const wrong = [
      [{ action: 'hide', statement: 'x' }, 'rule'],
      [{ action: 'warn', rule: 'x' }, 'statement'],
      [{ action: 'burn' }, 'action'],
      [{ action: 'hide', ...reasons, until: '2027-01-01T00:00:00Z' }, 'until'],
    ] as const;
    for (const [body, field] of wrong) {
      const response = await app.call(cases.decideCase, { token: moderator.token, params: { id }, body });
      expect(response).toMatchObject({ status: 422, errors: [{ field }] });
    }
    const member = await buildMember(app);
    await app.call(reportMember, { token: ben.token, body: { userId: member.id } });
    expect(await decide(await caseOf(member.id), 'remove')).toMatchObject({ status: 422 });
    expect(await decide(NOBODYS, 'none')).toMatchObject({ status: 404 });
    const both = await Promise.all([decide(id, 'none', moderator, {}), decide(id, 'warn', owner)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('cannot be changed or deleted in SQL', async () => {
    for (const statement of ["UPDATE decisions SET rule = 'x'", 'DELETE FROM decisions', 'TRUNCATE decisions CASCADE'])
      await expect(sql.raw(statement).execute(app.services.db)).rejects.toThrow('never changed or deleted');
  });
});

describe('An appeal', () => {
  it('by a moderator is decided by the only owner when no other staff member may decide it', async () => {
    const post = await buildPost(app, moderator);
    await report(post._id);
    const id = await hide(post._id, owner);
    const words = { token: moderator.token, params: { id }, body: { words: 'It is mine.' } };
    expect(await app.call(appealDecision, words)).toMatchObject({ ok: true });
    expect(await reverse(id, owner)).toMatchObject({ ok: true });
  });

  it('can be made once, by the member concerned, and is decided by somebody else', async () => {
    const post = await buildPost(app, ana);
    await report(post._id);
    const id = await hide(post._id);
    const appeal = (by: TestMember) =>
      app.call(appealDecision, { token: by.token, params: { id }, body: { words: 'The shop is mine.' } });
    expect(await appeal(ben)).toMatchObject({ status: 404 });
    const responses = await Promise.all([appeal(ana), appeal(ana)]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    const caseId = await caseOf(id);
    const claimed = await app.call(cases.claimCase, { token: moderator.token, params: { id: caseId } });
    expect(claimed).toMatchObject({ status: 403 });
    expect(await decide(caseId, 'none')).toMatchObject({ status: 403 });
    expect(await reverse(id)).toMatchObject({ status: 403, message: cases.caseMessages.sameDecider.message });
    expect(await decide(caseId, 'hide', owner)).toMatchObject({ status: 422 });
    expect(await reverse(id, owner)).toMatchObject({ ok: true });
    expect(await findCase(id)).toBeUndefined();
    const own = await app.call(listOwnDecisions, { token: ana.token });
    expect(own.ok && own.body.find(({ _id }) => _id === id)).toMatchObject({ reversed: true, appeal: 'decided' });
  });
});
