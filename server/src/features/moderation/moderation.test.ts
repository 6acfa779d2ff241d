import { listFeed, listNetworkPosts, listTopRated, listUserPosts } from '@afterhours/contract/feed';
import { reportComment, reportPost } from '@afterhours/contract/moderation/moderation';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { addEditComment, deleteComment, listComments } from '@afterhours/contract/posts/comments';
import { likeComment, likePost, listPostLikes } from '@afterhours/contract/posts/likes';
import { getPost } from '@afterhours/contract/posts/posts';
import { setRating } from '@afterhours/contract/posts/ratings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [ana, ben, cleo] = await buildMembers(app, 3);
});
afterAll(() => app.close());

const report = (postId: string, member = ben, reason?: unknown) =>
  app.call(reportPost, { token: member.token, body: { post_id: postId, reason } });
const reportOf = (commentId: string, member = ben) =>
  app.call(reportComment, { token: member.token, body: { comment_id: commentId } });

async function read(postId: string, member = ben) {
  return (await succeed(app.call(getPost, { token: member.token, params: { id: postId } }))).body;
}

describe('Reporting a post', () => {
  it('hides it everywhere from the reporter, and from nobody else', async () => {
    const post = await buildPost(app, ana);
    await app.call(createBookmark, { token: ben.token, body: { post_id: post._id } });
    expect(await report(post._id, ben, ' spam ')).toMatchObject({
      ok: true,
      message: 'Thank you. We will review this post.',
    });
    const lists = [
      [listFeed, {}],
      [listFeed, { sort: 'latest' }],
      [listFeed, { bookmark: 'true' }],
      [listTopRated, {}],
      [listNetworkPosts, {}],
      [listUserPosts, { userId: ana.id }],
    ] as const;
    for (const [route, query] of lists) {
      const list = await app.call(route as typeof listFeed, { token: ben.token, query });
      expect(list.ok && list.body.map((seen) => seen._id)).not.toContain(post._id);
    }
    const feed = await app.call(listFeed, { token: cleo.token });
    expect(feed.ok && feed.body.map((seen) => seen._id)).toContain(post._id);
    const { token } = ben;
    const body = { post_id: post._id, _id: post._id, status: true, comment: 'x', rating: 3 };
    const gone = [
      app.call(getPost, { token, params: { id: post._id } }),
      app.call(listComments, { token, body }),
      app.call(listPostLikes, { token, params: { post_id: post._id } }),
      app.call(likePost, { token, body }),
      app.call(addEditComment, { token, body }),
      app.call(setRating, { token, body }),
    ];
    for (const response of await Promise.all(gone)) expect(response).toMatchObject({ ok: false, status: 404 });
  });

  it('stores one report, however often it is repeated', async () => {
    const post = await buildPost(app, ana);
    const responses = await Promise.all(Array.from({ length: 6 }, () => report(post._id)));
    expect(responses.every((response) => response.ok)).toBe(true);
    expect(await report(post._id)).toMatchObject({ ok: true });
    const rows = await app.services.db
      .selectFrom('post_reports')
      .select('id')
      .where('post_id', '=', post._id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it("leaves an author's own post in their lists, and usable as before", async () => {
    const post = await buildPost(app, ana);
    expect(post.viewerCan).toMatchObject({ report: true });
    expect(await report(post._id, ana)).toMatchObject({ ok: true });
    const rows = await app.services.db
      .selectFrom('post_reports')
      .select('user_id')
      .where('post_id', '=', post._id)
      .execute();
    expect(rows).toEqual([{ user_id: ana.id }]);
    for (const [route, query] of [
      [listFeed, {}],
      [listFeed, { sort: 'latest' }],
      [listTopRated, {}],
      [listNetworkPosts, {}],
      [listUserPosts, {}],
    ] as const) {
      const list = await app.call(route as typeof listFeed, { token: ana.token, query: { ...query, limit: '100' } });
      expect(list.ok && list.body.map((seen) => seen._id)).toContain(post._id);
    }
    expect((await read(post._id, ana))._id).toBe(post._id);
    const body = { post_id: post._id, _id: post._id, status: true, comment: 'x', rating: 3 };
    for (const response of [
      await app.call(likePost, { token: ana.token, body }),
      await app.call(addEditComment, { token: ana.token, body }),
      await app.call(setRating, { token: ana.token, body }),
    ])
      expect(response).toMatchObject({ ok: true });
  });

  it('is rejected for a post that does not exist, for a reason that is too long, and for guests', async () => {
    const post = await buildPost(app, ana);
    expect(await report(NOBODYS)).toMatchObject({ status: 404 });
    expect(await report(post._id, ben, 'x'.repeat(1_001))).toMatchObject({
      status: 422,
      errors: [{ field: 'reason' }],
    });
    expect(await app.call(reportPost, { body: { post_id: post._id } })).toMatchObject({ status: 401 });
  });
});

describe('Reporting a comment', () => {
  it('hides it and its replies from the reporter, with exact counts', async () => {
    const post = await buildPost(app, ana);
    const [first, second] = [await buildComment(app, cleo, post._id), await buildComment(app, cleo, post._id)];
    const reply = await buildComment(app, cleo, post._id, first._id);
    await buildComment(app, cleo, post._id, first._id);
    const under = await buildComment(app, cleo, post._id, second._id);
    // Reports the reply and then its parent: the reply must not be subtracted twice.
    await reportOf(reply._id);
    expect((await read(post._id)).comments[0]).toMatchObject({ _id: first._id, repliesCount: 1 });
    expect(await reportOf(first._id)).toMatchObject({
      ok: true,
      body: { comment_id: first._id, post_id: post._id },
      commentsCount: 2,
    });
    const seen = await read(post._id);
    expect(seen).toMatchObject({ commentsCount: 2, comments: [{ _id: second._id, repliesCount: 1 }] });
    expect((await read(post._id, cleo)).commentsCount).toBe(5);
    const list = (parentId: string | null, member = ben) =>
      app.call(listComments, { token: member.token, body: { post_id: post._id, parent_id: parentId } });
    expect(await list(null)).toMatchObject({ total: 1, body: [{ _id: second._id }] });
    expect(await list(first._id)).toMatchObject({ total: 0, body: [] });
    expect(await list(second._id)).toMatchObject({ total: 1, body: [{ _id: under._id }] });
    expect(await list(first._id, cleo)).toMatchObject({ total: 2 });
    const liked = await app.call(likeComment, { token: ben.token, body: { comment_id: first._id, status: true } });
    expect(liked).toMatchObject({ status: 404 });
    await app.call(deleteComment, { token: cleo.token, params: { id: first._id } });
    expect((await read(post._id)).commentsCount).toBe(2);
  });

  it('is stored once, and rejected for the member’s own and for one that does not exist', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, cleo, post._id);
    const responses = await Promise.all([1, 2, 3].map(() => reportOf(comment._id)));
    for (const response of responses) expect(response).toMatchObject({ ok: true, commentsCount: 0 });
    expect(await reportOf(comment._id, cleo)).toMatchObject({
      status: 403,
      message: 'You cannot report your own comment.',
    });
    expect(await reportOf(NOBODYS)).toMatchObject({ status: 404 });
    expect(await app.call(reportComment, { body: { comment_id: comment._id } })).toMatchObject({ status: 401 });
  });
});
