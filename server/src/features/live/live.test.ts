import { createBookmark, deleteBookmark } from '@afterhours/contract/bookmarks';
import { addEditComment, deleteComment } from '@afterhours/contract/comments';
import { likePost } from '@afterhours/contract/likes';
import { reportComment, reportPost } from '@afterhours/contract/moderation';
import { deletePost, updatePost } from '@afterhours/contract/posts';
import { setRating } from '@afterhours/contract/ratings';
import { MAX_WATCHED, serverEvents, type WatchAnswer } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  [ana, ben, cleo] = (await Promise.all([1, 2, 3].map(() => buildMember(app)))) as [TestMember, TestMember, TestMember];
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

type Heard = ReturnType<typeof serverEvents.post.parse>;

/** A window of a member, with what it hears of posts. */
async function openWindow(member: TestMember) {
  const socket = await connectSocket(origin, member);
  open.push(socket);
  const heard: Heard[] = [];
  const own: ReturnType<typeof serverEvents.ownPost.parse>[] = [];
  socket.on('ownPost', (payload: unknown) => own.push(serverEvents.ownPost.parse(payload)));
  socket.on('post', (payload: unknown) => heard.push(serverEvents.post.parse(payload)));
  const send = (event: 'watch' | 'unwatch', payload: unknown): Promise<WatchAnswer> =>
    socket.timeout(5_000).emitWithAck(event, payload);
  return {
    heard,
    own,
    watch: (postId: string) => send('watch', { post_id: postId }),
    unwatch: (postId: string) => send('unwatch', { post_id: postId }),
    send,
  };
}

const like = (member: TestMember, postId: string, status = true) =>
  app.call(likePost, { token: member.token, body: { post_id: postId, status } });

describe('who has a post open', () => {
  it('hears of likes and of comments, new and deleted, with exact counts', async () => {
    const post = await buildPost(app, ana);
    const other = await buildPost(app, ana);
    const seen = await openWindow(ben);
    expect(await seen.watch(post._id)).toEqual({ ok: true });
    await like(cleo, other._id);
    await like(cleo, post._id);
    await expect.poll(() => seen.heard).toEqual([{ post_id: post._id, likesCount: 1 }]);
    const comment = await buildComment(app, cleo, post._id);
    await expect.poll(() => seen.heard[1]).toEqual({ post_id: post._id, commentsCount: 1, comment });
    const reply = await buildComment(app, cleo, post._id, comment._id);
    await expect.poll(() => seen.heard[2]).toMatchObject({ commentsCount: 2, comment: { parent_id: comment._id } });
    await app.call(deleteComment, { token: cleo.token, params: { id: reply._id } });
    await expect
      .poll(() => seen.heard[3])
      .toEqual({
        post_id: post._id,
        commentsCount: 1,
        deletedComment: { _id: reply._id, parent_id: comment._id },
      });
    await like(cleo, post._id, false);
    await expect.poll(() => seen.heard[4]).toEqual({ post_id: post._id, likesCount: 0 });
  });

  it('hears the last count when a crowd likes at once', async () => {
    const post = await buildPost(app, ana);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => buildMember(app)));
    const seen = await openWindow(ben);
    await seen.watch(post._id);
    await Promise.all(crowd.map((member) => like(member, post._id)));
    await expect.poll(() => seen.heard.at(-1)?.likesCount).toBe(12);
  });

  it('hears nothing after closing it, and nothing without having opened it', async () => {
    const post = await buildPost(app, ana);
    const [left, watching] = [await openWindow(ben), await openWindow(ben)];
    await left.watch(post._id);
    await watching.watch(post._id);
    await left.unwatch(post._id);
    await like(cleo, post._id);
    await expect.poll(() => watching.heard).toHaveLength(1);
    // A round trip on the other socket: whatever was on its way to it has arrived by then.
    await left.unwatch(post._id);
    expect(left.heard).toEqual([]);
  });
});

describe('An open post', () => {
  it('is read again by its watchers once it is edited, and an edited comment is sent to them', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, cleo, post._id);
    const seen = await openWindow(ben);
    await seen.watch(post._id);
    await app.call(updatePost, { token: ana.token, body: { _id: post._id, description: 'Edited' } });
    await expect.poll(() => seen.heard).toEqual([{ post_id: post._id, edited: true }]);
    const body = { post_id: post._id, comment_id: comment._id, comment: 'Better said' };
    await app.call(addEditComment, { token: cleo.token, body });
    await expect
      .poll(() => seen.heard[1])
      .toMatchObject({ commentsCount: 1, comment: { _id: comment._id, comment: 'Better said' } });
  });

  it('is gone from every window that has it open once its author deletes it', async () => {
    const post = await buildPost(app, ana);
    const [seen, mine] = [await openWindow(ben), await openWindow(ana)];
    for (const window of [seen, mine]) await window.watch(post._id);
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    for (const window of [seen, mine])
      await expect.poll(() => window.heard).toEqual([{ post_id: post._id, deleted: true }]);
  });

  it('shows in the member’s other windows what the member did to it, and in nobody else’s', async () => {
    const post = await buildPost(app, ana);
    const [other, stranger] = [await openWindow(ben), await openWindow(cleo)];
    const none = { post_id: post._id, isLiked: false, bookmark: null, ratingOfPost: 0 };
    await like(ben, post._id);
    await expect.poll(() => other.own.at(-1)).toMatchObject({ ...none, isLiked: true });
    const { body: bookmark } = (await app.call(createBookmark, {
      token: ben.token,
      body: { post_id: post._id },
    })) as { body: { _id: string } };
    await expect.poll(() => other.own.at(-1)).toMatchObject({ isLiked: true, bookmark: { _id: bookmark._id } });
    await app.call(setRating, { token: ben.token, body: { _id: post._id, rating: 4 } });
    await expect.poll(() => other.own.at(-1)).toMatchObject({ ratingOfPost: 4, averageRating: 4, ratingsCount: 1 });
    await app.call(deleteBookmark, { token: ben.token, params: { bookmarkId: bookmark._id } });
    await like(ben, post._id, false);
    await expect.poll(() => other.own.at(-1)).toMatchObject({ ...none, ratingOfPost: 4 });
    expect(stranger.own).toEqual([]);
  });
});

describe('watching', () => {
  it('is not for what one does not see', async () => {
    const post = await buildPost(app, ana);
    const seen = await openWindow(ben);
    expect(await seen.watch(newId())).toEqual({ ok: false, message: 'This post is no longer there.' });
    await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    expect(await seen.watch(post._id)).toMatchObject({ ok: false });
  });

  it('tells those who have reported something what they see, and nothing of a post they have reported', async () => {
    const post = await buildPost(app, ana);
    const [hidden, kept] = [await buildComment(app, cleo, post._id), await buildComment(app, cleo, post._id)];
    const [partial, blind] = [await openWindow(ben), await openWindow(await buildMember(app))];
    const whole = await openWindow(ana);
    const reporter = await buildMember(app);
    const leaving = await openWindow(reporter);
    for (const window of [partial, blind, whole, leaving]) await window.watch(post._id);
    await app.call(reportComment, { token: ben.token, body: { comment_id: hidden._id } });
    await app.call(reportPost, { token: reporter.token, body: { post_id: post._id } });
    const under = await buildComment(app, cleo, post._id, hidden._id);
    await expect.poll(() => whole.heard).toMatchObject([{ commentsCount: 3, comment: { _id: under._id } }]);
    await expect.poll(() => partial.heard).toEqual([{ post_id: post._id, commentsCount: 1 }]);
    const reply = await buildComment(app, cleo, post._id, kept._id);
    await expect.poll(() => partial.heard[1]).toMatchObject({ commentsCount: 2, comment: { _id: reply._id } });
    await leaving.unwatch(newId());
    expect(leaving.heard).toEqual([]);
  });

  it.each([undefined, null, 'x', 5, {}, { post_id: 'x' }, { post_id: ['a'] }, [[]]])('takes no %j', async (payload) => {
    const seen = await openWindow(ben);
    for (const event of ['watch', 'unwatch'] as const)
      expect(await seen.send(event, payload)).toEqual({ ok: false, message: 'This is not a post id.' });
  });

  it('is of fifty posts at a time', async () => {
    const seen = await openWindow(ben);
    const rows = Array.from({ length: MAX_WATCHED + 1 }, () => ({
      id: newId(),
      user_id: ana.id,
      post_type: 'general' as const,
      description: 'x',
    }));
    await app.services.db.insertInto('posts').values(rows).execute();
    const ids = rows.map((row) => row.id);
    const answers = await Promise.all(ids.map((id) => seen.watch(id)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(MAX_WATCHED);
    await seen.unwatch(ids[0]!);
    expect(await seen.watch(ids.at(-1)!)).toEqual({ ok: true });
    expect(await seen.watch(ids.at(-1)!)).toEqual({ ok: true });
  });
});
