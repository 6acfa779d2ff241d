/**
 * What staff see without leaving a case: pictures, the post or comment above the subject, and the comments around it.
 */
import { createMessage } from '@afterhours/contract/messages/messages';
import { reportComment, reportMember, reportMessage, reportPost } from '@afterhours/contract/moderation/moderation';
import { appealDecision } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { listCaseComments } from '@afterhours/contract/moderation/staff-evidence';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { uploadUserImage } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering } from '#testing/calls/filtering.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectThread } from './thread-queries.ts';

let app: TestApp;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const { caseOf, decide, ownDecisions } = createFiltering(() => ({ app, owner, ana }));

async function list(caseId: string, query: { limit?: string; cursor?: string } = {}, by = owner) {
  return await succeed(app.call(listCaseComments, { token: by.token, params: { id: caseId }, query }));
}
async function requireCase(subjectId: string) {
  const found = await caseOf(subjectId);
  if (!found) throw new Error('no case');
  return found;
}
const buildComments = async (postId: string, count: number, parentId?: string) => {
  const created = [];
  for (let at = 0; at < count; at++) created.push(await buildComment(app, ana, postId, parentId));
  return created.map(({ _id }) => _id);
};
const hide = (commentIds: string[]) =>
  sql`UPDATE comments SET hidden_by = ${crypto.randomUUID()}::uuid WHERE id = ANY (${commentIds}::uuid[])`.execute(
    app.services.db,
  );

describe('The case of a comment', () => {
  it('shows the post above and the comments around it, whatever their audience and even if hidden', async () => {
    const post = await buildPost(app, ana, { description: 'For friends', visibility: 'connections' });
    await buildConnection(app, ana, ben);
    const ids = await buildComments(post._id, 100);
    const subject = ids[50] ?? '';
    await hide([ids[49] ?? '']);
    await app.call(reportComment, { token: ben.token, body: { comment_id: subject } });
    await decide(subject, 'hide');
    const closedCases = await app.call(cases.listCases, {
      token: owner.token,
      query: { state: 'closed', limit: '100' },
    });
    const id = closedCases.ok ? (closedCases.body.find((one) => one.subject._id === subject)?._id ?? '') : '';
    const detail = await app.call(cases.getCase, { token: owner.token, params: { id } });
    expect(detail).toMatchObject({
      body: { above: { post: { _id: post._id, text: 'For friends', hidden: false }, comment: null }, appealed: null },
    });
    const first = await list(id, { limit: '20' });
    expect(first.body.map(({ _id }) => _id)).toEqual(ids.slice(34, 54).reverse());
    const hidden = first.body.filter((one) => one.hidden).map(({ _id }) => _id);
    expect(hidden).toEqual([subject, ids[49]]);
    expect(first.body.find(({ _id }) => _id === subject)).toMatchObject({ author: { _id: ana.id }, held: false });
    const rest = await list(id, { limit: '100', cursor: first.nextCursor ?? '' });
    expect(rest.body.map(({ _id }) => _id)).toEqual(ids.slice(0, 34).reverse());
    expect(rest.nextCursor).toBeNull();
  });

  it('shows the parent comment of a reply, and the replies around it', async () => {
    const post = await buildPost(app, ana);
    const [parent = ''] = await buildComments(post._id, 1);
    const replies = await buildComments(post._id, 3, parent);
    await app.call(reportComment, { token: ben.token, body: { comment_id: replies[0] } });
    const found = await requireCase(replies[0] ?? '');
    expect(found.above).toMatchObject({ post: { _id: post._id }, comment: { _id: parent, repliesCount: 3 } });
    expect((await list(found._id)).body.map(({ _id }) => _id)).toEqual([...replies].reverse());
  });

  it('reads the comments by an index, however many there are', async () => {
    const post = await buildPost(app, ana);
    const [one = ''] = await buildComments(post._id, 1);
    const start = { limit: 20, after: null, offset: 0, page: null };
    const [reply = ''] = await buildComments(post._id, 1, one);
    const { db } = app.services;
    const planOf = (subject_id: string) =>
      explain(db, (explaining) => {
        // The look-up of the parent returns its row.
        const mixed: typeof db = Object.assign(Object.create(explaining), { selectFrom: db.selectFrom.bind(db) });
        return selectThread(mixed, { subject_kind: 'comment', subject_id, post_id: post._id }, start);
      });
    expect(await planOf(one)).toContain('comments_top');
    expect(await planOf(reply)).toContain('Index Scan Backward using comments_replies');
  });
});

describe('The case of a post', () => {
  it('shows its latest comments and its pictures with descriptions, which staff can load', async () => {
    const files = [{ field: 'files', name: 'one.jpg', bytes: await buildJpeg(400, 300) }];
    const form = buildForm({ postType: 'general', description: 'Look', alts: JSON.stringify(['A lamp']) }, files);
    const created = await app.call(publishPost, { token: ana.token, form });
    const postId = created.ok ? created.body._id : '';
    const ids = await buildComments(postId, 3);
    await app.call(reportPost, { token: ben.token, body: { post_id: postId } });
    const found = await requireCase(postId);
    expect(found.evidence.pictures).toMatchObject([{ width: 400, height: 300, alt: 'A lamp' }]);
    expect(found.above).toEqual({ post: null, comment: null });
    await decide(postId, 'hide');
    expect((await list(found._id)).body.map(({ _id }) => _id)).toEqual([...ids].reverse());
    const { url = '' } = found.evidence.pictures[0] ?? {};
    expect((await app.http.inject({ url })).statusCode).toBe(200);
  });

  it('is also shown, with its comments, in the case of its appeal', async () => {
    const post = await buildPost(app, ana, { description: 'Lamps for nothing' });
    const ids = await buildComments(post._id, 2);
    await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    await decide(post._id, 'hide');
    const decisionId = (await ownDecisions())[0]?._id ?? '';
    await app.call(appealDecision, { token: ana.token, params: { id: decisionId }, body: { words: 'Why?' } });
    const appeal = await requireCase(decisionId);
    expect(appeal).toMatchObject({
      evidence: { text: 'Why?' },
      appealed: { kind: 'post', evidence: { text: 'Lamps for nothing' } },
    });
    expect((await list(appeal._id)).body.map(({ _id }) => _id)).toEqual([...ids].reverse());
  });
});

describe('The case of a member', () => {
  it('shows the profile picture and cover at their own dimensions', async () => {
    const bytes = await buildJpeg(300, 300);
    const form = buildForm({ folder: 'users' }, [{ field: 'file', name: 'a.jpg', bytes }]);
    const sent = await app.call(uploadUserImage, { token: ana.token, form });
    await app.call(updateProfile, { token: ana.token, body: { image: sent.ok ? sent.body.filename : '' } });
    await app.call(reportMember, { token: ben.token, body: { userId: ana.id } });
    const found = await requireCase(ana.id);
    const [picture] = found.evidence.pictures;
    expect(found.evidence.pictures).toHaveLength(1);
    expect((await app.http.inject({ url: picture?.url ?? '' })).statusCode).toBe(200);
    expect((await list(found._id)).body).toEqual([]);
  });
});

describe('The case of a message', () => {
  it('shows that message’s pictures to staff, but not to others, including the member concerned', async () => {
    await buildConnection(app, ana, ben);
    const bytes = await buildJpeg(200, 100);
    const send = async () => {
      const form = buildForm({ content: 'See', receiver_id: ben.id }, [{ field: 'images', name: 'a.jpg', bytes }]);
      return (await succeed(app.call(createMessage, { token: ana.token, form }))).body;
    };
    const [reported, other] = [await send(), await send()];
    await app.call(reportMessage, { token: ben.token, body: { message_id: reported._id } });
    const found = await requireCase(reported._id);
    expect(found.evidence.pictures).toMatchObject([{ width: 200, height: 100 }]);
    const url = found.evidence.pictures[0]?.url ?? '';
    const status = async (of: string) => (await app.http.inject({ url: of })).statusCode;
    expect(await status(url)).toBe(200);
    expect(await status(url.replace(/[?].*/, ''))).toBe(404);
    expect(
      await status(url.replace(reported.attachments[0]?.filename ?? '-', other.attachments[0]?.filename ?? '-')),
    ).toBe(403);
    await app.services.db.deleteFrom('staff').where('user_id', '=', owner.id).execute();
    expect(await status(url)).toBe(404);
    await app.services.db.insertInto('staff').values({ user_id: owner.id, role: 'owner' }).execute();
    expect((await list(found._id)).body).toEqual([]);
  });
});

it('Comments of a case are listed only for staff, and only if the case exists', async () => {
  const post = await buildPost(app, ana);
  await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
  const params = { id: (await requireCase(post._id))._id };
  expect(await app.call(listCaseComments, { params })).toMatchObject({ status: 401 });
  expect(await app.call(listCaseComments, { token: ana.token, params })).toMatchObject({ status: 403 });
  expect(await app.call(listCaseComments, { token: owner.token, params: { id: ana.id } })).toMatchObject({
    status: 404,
  });
});
