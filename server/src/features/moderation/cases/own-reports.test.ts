import {
  listOwnReports,
  reportComment,
  reportMember,
  reportPost,
  setBlock,
} from '@afterhours/contract/moderation/moderation';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { purgeEvidence } from './evidence.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildMembers(app, 3);
});
afterAll(() => app.close());

const reportsOf = async ({ token }: TestMember) => (await succeed(app.call(listOwnReports, { token }))).body;
const report = ({ token }: TestMember, post_id: string) =>
  succeed(app.call(reportPost, { token, body: { post_id, category: 'spam' } }));

describe('The reports of a member', () => {
  it('say what was reported, and whose it is', async () => {
    const post = await buildPost(app, ana, { description: 'A sale of nothing' });
    const comment = await buildComment(app, ana, post._id);
    await succeed(app.call(reportComment, { token: ben.token, body: { comment_id: comment._id } }));
    await report(ben, post._id);
    await succeed(app.call(reportMember, { token: ben.token, body: { userId: ana.id } }));
    const name = `${ana.user.firstName} ${ana.user.lastName}`;
    expect(await reportsOf(ben)).toMatchObject([
      { subject: { kind: 'member' }, excerpt: name, member: { _id: ana.id } },
      { subject: { kind: 'post' }, excerpt: 'A sale of nothing', member: { _id: ana.id } },
      { subject: { kind: 'comment' }, excerpt: comment.comment, member: { _id: ana.id } },
    ]);
  });

  it('keep the text that was reported, and show it only to the member who has seen it', async () => {
    const post = await buildPost(app, ana, { description: 'A sale of nothing' });
    await report(ben, post._id);
    const body = { _id: post._id, description: 'A sale of something' };
    await succeed(app.call(updatePost, { token: ana.token, body }));
    await report(cleo, post._id);
    await succeed(app.call(deletePost, { token: ana.token, params: { id: post._id } }));
    expect(await reportsOf(ben)).toMatchObject([{ excerpt: 'A sale of nothing', member: { _id: ana.id } }]);
    expect(await reportsOf(cleo)).toMatchObject([{ excerpt: null, member: { _id: ana.id } }]);
  });

  it('do not name a member with whom there is a block, and lose the text together with the copy', async () => {
    const post = await buildPost(app, ana, { description: 'A sale of nothing' });
    await report(ben, post._id);
    await succeed(app.call(setBlock, { token: ana.token, body: { userId: ben.id, action: 'block' } }));
    expect(await reportsOf(ben)).toMatchObject([{ excerpt: 'A sale of nothing', member: null }]);
    await sql`UPDATE cases SET state = 'closed', closed_at = now() - interval '10 years'
      WHERE subject_id = ${post._id}::uuid`.execute(app.services.db);
    await purgeEvidence(app.services);
    expect(await reportsOf(ben)).toMatchObject([{ excerpt: null, member: null }]);
  });

  it('are read by as many statements as one report', async () => {
    const count = () => app.countStatements(() => reportsOf(ben));
    await report(ben, (await buildPost(app, ana))._id);
    const one = await count();
    for (const author of [ana, cleo, ana]) await report(ben, (await buildPost(app, author))._id);
    expect(await count()).toBe(one);
  });
});
