/** Reports without effect: of content that is gone, of oneself, and too many by one member. */
import { deleteMessage } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import {
  reportComment,
  reportMember,
  reportMessage,
  reportPost,
  setBlock,
} from '@afterhours/contract/moderation/moderation';
import { listCases } from '@afterhours/contract/moderation/staff-cases';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const REPORTS_A_DAY = 100;
let app: TestApp;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  // A high limit for calls, so that only the limit for reports applies.
  app = await buildTestApp({ RATE_LIMIT_FACTOR: '1000' });
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

async function countCases(): Promise<number> {
  const response = await app.call(listCases, { token: owner.token, query: { limit: '100' } });
  return response.ok ? response.body.length : -1;
}

describe('A report', () => {
  it('of deleted content is rejected with a full sentence and opens no case', async () => {
    await buildConnection(app, ana, ben);
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, ana, post._id);
    const sent = await app.call(createMessage, { token: ana.token, body: { receiver_id: ben.id, content: 'Hello' } });
    const messageId = sent.ok ? sent.body._id : '';
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    await app.call(deleteMessage, { token: ana.token, params: { id: messageId } });
    const { token } = ben;
    const responses = await Promise.all([
      app.call(reportPost, { token, body: { post_id: post._id } }),
      app.call(reportComment, { token, body: { comment_id: comment._id } }),
      app.call(reportMessage, { token, body: { message_id: messageId } }),
      app.call(reportMember, { token, body: { userId: newId() } }),
    ]);
    for (const response of responses)
      expect(response).toMatchObject({ status: 404, message: expect.stringMatching(/is no longer available\.$/) });
    expect(await countCases()).toBe(0);
  });

  it('of what a block hides is rejected like one of deleted content, whoever has blocked', async () => {
    const cara = await buildMember(app);
    const [post, elsewhere, bens] = [await buildPost(app, ana), await buildPost(app, cara), await buildPost(app, ben)];
    const comment = await buildComment(app, ana, elsewhere._id);
    const comments = [
      comment,
      await buildComment(app, cara, elsewhere._id, comment._id),
      await buildComment(app, cara, post._id),
    ];
    await app.call(setBlock, { token: ana.token, body: { userId: ben.id, action: 'block' } });
    const report = (by: TestMember, post_id: string) => app.call(reportPost, { token: by.token, body: { post_id } });
    const responses = await Promise.all([
      report(ben, post._id),
      report(ana, bens._id),
      ...comments.map(({ _id }) => app.call(reportComment, { token: ben.token, body: { comment_id: _id } })),
    ]);
    for (const response of responses) expect(response).toMatchObject({ status: 404 });
    expect(await countCases()).toBe(0);
  });

  it('of oneself is rejected, and one of the member’s own post opens no case', async () => {
    const { token } = ana;
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, ana, post._id);
    expect(await app.call(reportMember, { token, body: { userId: ana.id } })).toMatchObject({ status: 422 });
    expect(await app.call(reportComment, { token, body: { comment_id: comment._id } })).toMatchObject({ status: 403 });
    await app.call(reportPost, { token, body: { post_id: post._id } });
    expect(await countCases()).toBe(0);
  });

  it('after a hundred on one day is rejected until the next day, for this member alone', async () => {
    const post = await buildPost(app, ana);
    const report = (by: TestMember) => app.call(reportPost, { token: by.token, body: { post_id: post._id } });
    const responses = await Promise.all(Array.from({ length: REPORTS_A_DAY + 5 }, () => report(ben)));
    expect(responses.filter(({ ok }) => ok)).toHaveLength(REPORTS_A_DAY);
    expect(await report(ben)).toMatchObject({
      status: 429,
      message: expect.stringContaining('You have reported a lot today.'),
    });
    expect(await report(await buildMember(app))).toMatchObject({ ok: true });
    expect(await countCases()).toBe(1);
  });
});
