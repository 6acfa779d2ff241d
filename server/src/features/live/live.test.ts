import { deleteAccount } from '@afterhours/contract/account/account-data';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { MAX_WATCHED } from '@afterhours/contract/constants/realtime';
import { closeJob, renewJob } from '@afterhours/contract/jobs/hiring';
import { reportComment, reportPost } from '@afterhours/contract/moderation/moderation';
import { createBookmark, deleteBookmark } from '@afterhours/contract/posts/bookmarks';
import { addEditComment, deleteComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { deleteRating, setRating } from '@afterhours/contract/posts/ratings';
import { serverEvents, type WatchResponse } from '@afterhours/contract/realtime';
import { cancelWebinar, setSchedule } from '@afterhours/contract/webinars/changes';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { releaseEndedHolds } from '#features/payments/seats/seat-commands.ts';
import { connectSocket, listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, buildMembers, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildWebinar } from '#testing/rows/payments.ts';
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
  [ana, ben, cleo] = await buildMembers(app, 3);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

type PostEvent = ReturnType<typeof serverEvents.post.parse>;

/** Opens a member's tab, with the post events that it receives. */
async function openTab(member: TestMember) {
  const socket = await connectSocket(origin, member);
  open.push(socket);
  const received: PostEvent[] = [];
  const own: ReturnType<typeof serverEvents.ownPost.parse>[] = [];
  socket.on('ownPost', (payload: unknown) => own.push(serverEvents.ownPost.parse(payload)));
  socket.on('post', (payload: unknown) => received.push(serverEvents.post.parse(payload)));
  const send = (event: 'watch' | 'unwatch', payload: unknown): Promise<WatchResponse> =>
    socket.timeout(5_000).emitWithAck(event, payload);
  return {
    received,
    own,
    watch: (postId: string) => send('watch', { post_id: postId }),
    unwatch: (postId: string) => send('unwatch', { post_id: postId }),
    send,
  };
}

const like = (member: TestMember, postId: string, status = true) =>
  app.call(likePost, { token: member.token, body: { post_id: postId, status } });

describe('The watchers of a post', () => {
  it('receive likes and comments, new and deleted ones, with exact counts', async () => {
    const post = await buildPost(app, ana);
    const other = await buildPost(app, ana);
    const seen = await openTab(ben);
    expect(await seen.watch(post._id)).toEqual({ ok: true, counts: { likesCount: 0, commentsCount: 0 } });
    await like(cleo, other._id);
    await like(cleo, post._id);
    await expect.poll(() => seen.received).toEqual([{ post_id: post._id, likesCount: 1 }]);
    const comment = await buildComment(app, cleo, post._id);
    await expect.poll(() => seen.received[1]).toEqual({ post_id: post._id, commentsCount: 1, comment });
    const reply = await buildComment(app, cleo, post._id, comment._id);
    await expect.poll(() => seen.received[2]).toMatchObject({ commentsCount: 2, comment: { parent_id: comment._id } });
    await app.call(deleteComment, { token: cleo.token, params: { id: reply._id } });
    await expect
      .poll(() => seen.received[3])
      .toEqual({
        post_id: post._id,
        commentsCount: 1,
        deletedComment: { _id: reply._id, parent_id: comment._id },
      });
    await like(cleo, post._id, false);
    await expect.poll(() => seen.received[4]).toEqual({ post_id: post._id, likesCount: 0 });
  });

  it('receive ratings by others, and the seats left in a webinar', async () => {
    const webinar = await buildWebinar(app, ana, { price: 0, capacity: 2 });
    const [seen, other] = [await openTab(ben), await openTab(ben)];
    await seen.watch(webinar._id);
    const params = { id: webinar._id };
    const ratings = { post_id: webinar._id, averageRating: 4, ratingsCount: 1 };
    await app.call(setRating, { token: cleo.token, body: { _id: webinar._id, rating: 4 } });
    await expect.poll(() => seen.received).toEqual([{ ...ratings, seatsLeft: 2 }]);
    await app.call(takeSeat, { token: cleo.token, params });
    await expect.poll(() => seen.received.at(-1)).toEqual({ ...ratings, seatsLeft: 1 });
    await app.call(leaveSeat, { token: cleo.token, params });
    await expect.poll(() => seen.received.at(-1)).toEqual({ ...ratings, seatsLeft: 2 });
    await app.call(deleteRating, { token: cleo.token, params: { postId: webinar._id } });
    const none = { post_id: webinar._id, averageRating: 0, ratingsCount: 0, seatsLeft: 2 };
    await expect.poll(() => seen.received.at(-1)).toEqual(none);
    await other.unwatch(webinar._id);
    expect(other.received).toEqual([]);
  });

  it('receive the number of seats left when a held seat was not paid in time', async () => {
    const webinar = await buildWebinar(app, ana, { price: 1000, capacity: 2 });
    const seen = await openTab(ben);
    await seen.watch(webinar._id);
    await app.call(takeSeat, { token: cleo.token, params: { id: webinar._id } });
    await expect.poll(() => seen.received.at(-1)?.seatsLeft).toBe(1);
    const { db } = app.services;
    await db
      .updateTable('seats')
      .set({ held_until: new Date(0) })
      .where('post_id', '=', webinar._id)
      .execute();
    await releaseEndedHolds(app.services);
    await expect.poll(() => seen.received.at(-1)?.seatsLeft).toBe(2);
  });

  it('receive the number of seats left when a member with a seat deletes the account', async () => {
    const webinar = await buildWebinar(app, ana, { price: 0, capacity: 2 });
    const leaver = await buildMember(app);
    await app.call(takeSeat, { token: leaver.token, params: { id: webinar._id } });
    await app.services.serialQueue.settled();
    const [seen, host] = [await openTab(ben), await openTabFor('webinarSeats', origin, ana)];
    await seen.watch(webinar._id);
    await app.call(deleteAccount, { token: leaver.token, body: { password: PASSWORD } });
    await expect.poll(() => seen.received.at(-1)?.seatsLeft).toBe(2);
    await expect.poll(() => host).toEqual([{ post_id: webinar._id }]);
  });

  it('receive the final count after many concurrent likes', async () => {
    const post = await buildPost(app, ana);
    const callers = await Promise.all(Array.from({ length: 12 }, () => buildMember(app)));
    const seen = await openTab(ben);
    await seen.watch(post._id);
    await Promise.all(callers.map((member) => like(member, post._id)));
    await expect.poll(() => seen.received.at(-1)?.likesCount).toBe(12);
  });

  it('receive nothing after closing the post, or without having opened it', async () => {
    const post = await buildPost(app, ana);
    const [left, watching] = [await openTab(ben), await openTab(ben)];
    await left.watch(post._id);
    await watching.watch(post._id);
    await left.unwatch(post._id);
    await like(cleo, post._id);
    await expect.poll(() => watching.received).toHaveLength(1);
    // After a round trip on the other socket, everything that was sent to it earlier has arrived.
    await left.unwatch(post._id);
    expect(left.received).toEqual([]);
  });
});

describe('An open post', () => {
  it('is reloaded by its watchers after an edit, and edited comments are sent to them', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, cleo, post._id);
    const seen = await openTab(ben);
    await seen.watch(post._id);
    await app.call(updatePost, { token: ana.token, body: { _id: post._id, description: 'Edited' } });
    await expect.poll(() => seen.received).toEqual([{ post_id: post._id, edited: true }]);
    const body = { post_id: post._id, comment_id: comment._id, comment: 'Better said' };
    await app.call(addEditComment, { token: cleo.token, body });
    await expect
      .poll(() => seen.received[1])
      .toMatchObject({ commentsCount: 1, comment: { _id: comment._id, comment: 'Better said' } });
  });

  it('is reloaded by its readers when a webinar is moved or cancelled', async () => {
    const webinar = await buildWebinar(app, ana, { startsAt: new Date(Date.now() + HOUR_MS).toISOString() });
    const seen = await openTab(ben);
    await seen.watch(webinar._id);
    const by = { token: ana.token, params: { id: webinar._id } };
    const edited = { post_id: webinar._id, edited: true };
    await app.call(setSchedule, { ...by, body: { startsAt: new Date(Date.now() + 7_200_000).toISOString() } });
    await expect.poll(() => seen.received).toEqual([edited]);
    await app.call(cancelWebinar, { ...by, body: {} });
    await expect.poll(() => seen.received).toEqual([edited, edited]);
  });

  it('is reloaded by its readers when a job is renewed or closed', async () => {
    const job = await buildPost(app, ana, { postType: 'job', title: 'Baker' });
    const seen = await openTab(ben);
    await seen.watch(job._id);
    const by = { token: ana.token, params: { id: job._id } };
    const edited = { post_id: job._id, edited: true };
    // A job can be renewed after a week.
    await sql`UPDATE open_jobs SET expires_at = now() + interval '1 day' WHERE post_id = ${job._id}::uuid`.execute(
      app.services.db,
    );
    await app.call(renewJob, by);
    await expect.poll(() => seen.received).toEqual([edited]);
    await app.call(closeJob, { ...by, body: {} });
    await expect.poll(() => seen.received).toEqual([edited, edited]);
  });

  it('disappears from every tab that has it open when its author deletes it', async () => {
    const post = await buildPost(app, ana);
    const [seen, mine] = [await openTab(ben), await openTab(ana)];
    for (const tab of [seen, mine]) await tab.watch(post._id);
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    for (const tab of [seen, mine])
      await expect.poll(() => tab.received).toEqual([{ post_id: post._id, deleted: true }]);
  });

  it('disappears from every tab that has it open when its author deletes the account', async () => {
    const author = await buildMember(app);
    const [theirs, other] = [await buildPost(app, author), await buildPost(app, ana)];
    const seen = await openTab(ben);
    for (const { _id } of [theirs, other]) await seen.watch(_id);
    await app.call(deleteAccount, { token: author.token, body: { password: PASSWORD } });
    await expect.poll(() => seen.received).toEqual([{ post_id: theirs._id, deleted: true, unavailable: true }]);
  });

  it("shows the member's actions in their other tabs, and in nobody else's", async () => {
    const post = await buildPost(app, ana);
    const [other, stranger] = [await openTab(ben), await openTab(cleo)];
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

describe('Watching a post', () => {
  it('is refused for a post that the member cannot see', async () => {
    const post = await buildPost(app, ana);
    const seen = await openTab(ben);
    expect(await seen.watch(newId())).toEqual({ ok: false, message: 'This post is no longer available.' });
    await app.call(reportPost, { token: ben.token, body: { post_id: post._id } });
    expect(await seen.watch(post._id)).toMatchObject({ ok: false });
  });

  it('sends a member who has reported content only what they can see, and nothing about a reported post', async () => {
    const post = await buildPost(app, ana);
    const [hidden, kept] = [await buildComment(app, cleo, post._id), await buildComment(app, cleo, post._id)];
    const [partial, blind] = [await openTab(ben), await openTab(await buildMember(app))];
    const whole = await openTab(ana);
    const reporter = await buildMember(app);
    const leaving = await openTab(reporter);
    for (const tab of [partial, blind, whole, leaving]) await tab.watch(post._id);
    await app.call(reportComment, { token: ben.token, body: { comment_id: hidden._id } });
    await app.call(reportPost, { token: reporter.token, body: { post_id: post._id } });
    const under = await buildComment(app, cleo, post._id, hidden._id);
    await expect.poll(() => whole.received).toMatchObject([{ commentsCount: 3, comment: { _id: under._id } }]);
    await expect.poll(() => partial.received).toEqual([{ post_id: post._id, commentsCount: 1 }]);
    const reply = await buildComment(app, cleo, post._id, kept._id);
    await expect.poll(() => partial.received[1]).toMatchObject({ commentsCount: 2, comment: { _id: reply._id } });
    const [bens, anas] = [await openTab(ben), await openTab(ana)];
    expect(await bens.watch(post._id)).toMatchObject({ counts: { commentsCount: 2 } });
    expect(await anas.watch(post._id)).toMatchObject({ counts: { commentsCount: 4 } });
    await leaving.unwatch(newId());
    expect(leaving.received).toEqual([]);
  });

  it.each([undefined, null, 'x', 5, {}, { post_id: 'x' }, { post_id: ['a'] }, [[]]])(
    'rejects %j as a payload',
    async (payload) => {
      const seen = await openTab(ben);
      for (const event of ['watch', 'unwatch'] as const)
        expect(await seen.send(event, payload)).toEqual({ ok: false, message: 'This is not a post id.' });
    },
  );

  it('is limited to fifty posts at a time', async () => {
    const seen = await openTab(ben);
    const rows = Array.from({ length: MAX_WATCHED + 1 }, () => ({
      id: newId(),
      user_id: ana.id,
      post_type: 'general' as const,
      description: 'x',
    }));
    await app.services.db.insertInto('posts').values(rows).execute();
    const ids = rows.map((row) => row.id);
    const responses = await Promise.all(ids.map((id) => seen.watch(id)));
    expect(responses.filter((response) => response.ok)).toHaveLength(MAX_WATCHED);
    await seen.unwatch(ids[0]!);
    expect(await seen.watch(ids.at(-1)!)).toMatchObject({ ok: true });
    expect(await seen.watch(ids.at(-1)!)).toEqual({ ok: true });
  });
});
