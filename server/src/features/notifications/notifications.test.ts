import { HOUR_MS } from '@afterhours/contract/base/durations';
import { setMessagesRead } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import {
  createNotification,
  deleteNotification,
  listNotifications,
  setAllNotificationsRead,
  setNotificationRead,
} from '@afterhours/contract/notifications/notifications';
import { answerInvitation, sendInvitation, withdrawInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { deleteComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockCounters } from '#access/members.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let callers: TestMember[];

beforeAll(async () => {
  app = await buildTestApp();
  callers = await Promise.all(Array.from({ length: 5 }, (_, index) => buildMember(app, { firstName: `Fan${index}` })));
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const like = (member: TestMember, postId: string, status = true) =>
  app.call(likePost, { token: member.token, body: { post_id: postId, status } });

async function read(member = ana) {
  return await succeed(app.call(listNotifications, { token: member.token }));
}

/** Returns the counts computed from the rows, which the counter columns must equal. */
async function recount(member = ana) {
  const rows = await app.services.db
    .selectFrom('notifications')
    .select('read_at')
    .where('user_id', '=', member.id)
    .execute();
  return { total: rows.length, totalLatestCount: rows.filter((row) => row.read_at === null).length };
}

describe('Notifications of a member', () => {
  it('list an invitation once to a member who has read it, even if it is withdrawn and repeated', async () => {
    const [fan] = callers as [TestMember];
    const invite = () => app.call(sendInvitation, { token: fan.token, body: { to_user_id: ana.id } });
    const withdraw = async () => {
      const sent = await invite();
      const id = (sent.ok && sent.body.invitation?._id) || '';
      expect(await app.call(withdrawInvitation, { token: fan.token, params: { id } })).toMatchObject({ ok: true });
    };
    await invite();
    expect(await read()).toMatchObject({ total: 1, totalLatestCount: 1 });
    await withdraw();
    expect(await read()).toMatchObject({ total: 0, totalLatestCount: 0 });
    await invite();
    await app.call(setAllNotificationsRead, { token: ana.token });
    await withdraw();
    await invite();
    expect(await read()).toMatchObject({ total: 1, totalLatestCount: 0 });
    await app.services.db
      .updateTable('notifications')
      .set({ created_at: new Date(Date.now() - HOUR_MS) })
      .where('user_id', '=', ana.id)
      .execute();
    await withdraw();
    await invite();
    expect(await read()).toMatchObject({ total: 2, totalLatestCount: 1 });
  });

  it('combine likes of one post, with the number of people', async () => {
    const post = await buildPost(app, ana);
    await Promise.all(callers.map((member) => like(member, post._id)));
    const response = await read();
    expect(response).toMatchObject({ total: 1, totalLatestCount: 1 });
    expect(response.body.notifications[0]).toMatchObject({
      type: 'like',
      content: expect.stringMatching(/^Fan\d Lima and 4 others liked your post$/),
      parent_id: post._id,
      link: `/activities#${post._id}`,
      read: false,
    });
    expect(response.body.latestNotifications).toEqual(response.body.notifications);
  });

  it('are never about the member’s own actions', async () => {
    const post = await buildPost(app, ana);
    await like(ana, post._id);
    await buildComment(app, ana, post._id);
    expect(await read()).toMatchObject({ total: 0 });
  });

  it('are not written for a kind that is being switched off concurrently', async () => {
    const { db } = app.services;
    const [fan] = callers as [TestMember];
    const post = await buildPost(app, ana);
    const { liking } = await db.transaction().execute(async (tx) => {
      await lockCounters(tx, [ana.id]);
      await tx.updateTable('users').set({ notify_like: false }).where('id', '=', ana.id).execute();
      const pendingLike = like(fan, post._id);
      const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
        AND datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
      return { liking: pendingLike };
    });
    expect(await liking).toMatchObject({ body: { isLiked: true, likesCount: 1 } });
    expect((await read()).body.notifications).toEqual([]);
  });

  it('are not written for a kind that the member has switched off', async () => {
    await app.services.db.updateTable('users').set({ notify_like: false }).where('id', '=', ana.id).execute();
    const post = await buildPost(app, ana);
    await like(callers[0]!, post._id);
    await buildComment(app, callers[0]!, post._id);
    expect((await read()).body.notifications).toMatchObject([{ type: 'comment' }]);
  });

  it('exclude invitations and acceptances when events are off', async () => {
    const [fan, other] = callers as [TestMember, TestMember];
    await app.services.db.updateTable('users').set({ notify_event: false }).where('id', '=', ana.id).execute();
    const sent = await app.call(sendInvitation, { token: fan.token, body: { to_user_id: ana.id } });
    expect(sent).toMatchObject({ ok: true });
    await app.call(sendInvitation, { token: ana.token, body: { to_user_id: other.id } });
    const body = { from_user_id: ana.id, status: 'accepted' } as const;
    expect(await app.call(answerInvitation, { token: other.token, body })).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({ total: 0, totalLatestCount: 0 });
  });

  it('have one entry per sender while messages stay unread', async () => {
    const [fan, other] = callers as [TestMember, TestMember];
    await buildTies(app, [ana, fan, other]);
    const write = (from: TestMember) =>
      app.call(createMessage, { token: from.token, body: { receiver_id: ana.id, content: 'Hello' } });
    for (let seq = 1; seq <= 40; seq++) {
      await write(fan);
      await app.call(setMessagesRead, { token: ana.token, body: { user_id: fan.id, seq } });
    }
    await write(other);
    const { body, total, totalLatestCount } = await read();
    expect(body.notifications).toMatchObject([
      { actor: { _id: other.id }, read: false },
      { actor: { _id: fan.id }, read: true },
    ]);
    expect({ total, totalLatestCount }).toEqual(await recount());
    await write(fan);
    expect(await read()).toMatchObject({ total: 3, totalLatestCount: 2 });
    await app.call(setMessagesRead, { token: ana.token, body: { user_id: fan.id, seq: 41 } });
    expect(await read()).toMatchObject({ total: 2, totalLatestCount: 1 });
  });

  it('retract a removed like, and ignore one that is repeated after being read', async () => {
    const post = await buildPost(app, ana);
    await like(callers[0]!, post._id);
    await like(callers[1]!, post._id);
    await like(callers[1]!, post._id, false);
    expect((await read()).body.notifications[0]?.content).toBe('Fan0 Lima liked your post');
    await app.call(setAllNotificationsRead, { token: ana.token });
    await like(callers[0]!, post._id, false);
    await like(callers[0]!, post._id);
    expect(await read()).toMatchObject({ total: 1, totalLatestCount: 0 });
    await like(callers[2]!, post._id);
    expect(await read()).toMatchObject({ total: 2, totalLatestCount: 1 });
  });

  it("go to the parent's author for a reply and to the post's author for a comment, once each", async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, callers[0]!, post._id);
    await buildComment(app, callers[1]!, post._id, comment._id);
    expect((await read(callers[0])).body.notifications[0]).toMatchObject({
      content: 'Fan1 Lima replied to your comment',
    });
    expect((await read()).body.notifications[0]).toMatchObject({
      content: 'Fan1 Lima and 1 other commented on your post',
    });
  });

  it('disappear with their post or comment, and the counts stay exact', async () => {
    const [post, other] = [await buildPost(app, ana), await buildPost(app, ana)];
    await like(callers[0]!, post._id);
    const comment = await buildComment(app, callers[1]!, other._id);
    expect(await read()).toMatchObject({ total: 2, totalLatestCount: 2 });
    await app.call(deleteComment, { token: ana.token, params: { id: comment._id } });
    await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    expect(await read()).toMatchObject({ total: 0, totalLatestCount: 0 });
  });
});

describe('Reading and deleting notifications', () => {
  it('marks one, marks all and deletes one, each with the exact count; a repeat changes nothing', async () => {
    for (let count = 0; count < 3; count++) await like(callers[0]!, (await buildPost(app, ana))._id);
    const [first, second] = (await read()).body.notifications;
    const mark = () => app.call(setNotificationRead, { token: ana.token, params: { id: first!._id } });
    expect(await mark()).toMatchObject({ ok: true, body: { read: true }, totalLatestCount: 2 });
    expect(await mark()).toMatchObject({ ok: true, totalLatestCount: 2 });
    expect(await app.call(deleteNotification, { token: ana.token, params: { id: second!._id } })).toMatchObject({
      totalLatestCount: 1,
    });
    expect(await app.call(setAllNotificationsRead, { token: ana.token })).toMatchObject({ totalLatestCount: 0 });
    expect(await read()).toMatchObject(await recount());
  });

  it("is rejected for another member's notifications", async () => {
    await like(callers[0]!, (await buildPost(app, ana))._id);
    const [stored] = (await read()).body.notifications;
    const { token } = callers[3]!;
    expect(await app.call(setNotificationRead, { token, params: { id: stored!._id } })).toMatchObject({
      ok: false,
      status: 404,
    });
    expect(await app.call(deleteNotification, { token, params: { id: stored!._id } })).toMatchObject({
      ok: false,
      status: 404,
    });
    expect(await read()).toMatchObject({ totalLatestCount: 1 });
  });
});

describe('Notifications requested by a client', () => {
  const create = (actor: TestMember, fields: Record<string, unknown>) =>
    app.call(createNotification, {
      token: actor.token,
      body: { userId: ana.id, token: actor.token, content: '<b>anything</b>', ...fields },
    });

  it('return the existing one of each kind, and create no second one', async () => {
    const [fan] = callers as [TestMember];
    await app.call(setFollow, { token: ana.token, body: { action: 'follow', follow_user_id: fan.id } });
    const post = await buildPost(app, ana);
    await like(fan, post._id);
    const comment = await buildComment(app, fan, post._id);
    await app.call(setFollow, { token: fan.token, body: { action: 'follow', follow_user_id: ana.id } });
    await app.call(createMessage, { token: fan.token, body: { receiver_id: ana.id, content: 'Hello' } });
    const before = await read();
    for (const [fields, notified] of [
      [
        { type: 'post', parent_id: post._id },
        { type: 'like', content: 'Fan0 Lima liked your post' },
      ],
      [{ type: 'comment', parent_id: post._id }, { type: 'comment' }],
      [
        { type: 'comment', parent_id: comment._id },
        { type: 'comment', parent_id: comment._id },
      ],
      [
        { type: 'follow', parent_id: fan.id },
        { type: 'follow', content: 'Fan0 Lima has Followed you' },
      ],
      [{ type: 'message' }, { type: 'message' }],
    ] as const) {
      const responses = await Promise.all([create(fan, fields), create(fan, fields)]);
      for (const response of responses) expect(response).toMatchObject({ ok: true, body: notified });
    }
    expect(await read()).toMatchObject({ total: before.total, body: before.body });
  });

  it('are rejected for actions that did not happen, for oneself, and for an unknown type', async () => {
    const [fan, other] = callers as [TestMember, TestMember];
    const post = await buildPost(app, ana);
    await like(fan, post._id);
    for (const fields of [
      { type: 'follow' },
      { type: 'message' },
      { type: 'post', parent_id: post._id },
      { type: 'post' },
      { type: 'comment', parent_id: post._id },
      { type: 'comment', parent_id: '' },
    ])
      expect(await create(other, fields)).toMatchObject({ status: 422, errors: [{ field: 'type' }] });
    expect(await create(fan, { type: 'post', parent_id: post._id, userId: other.id })).toMatchObject({ status: 422 });
    expect(await create(fan, { type: 'follow', userId: fan.id })).toMatchObject({ errors: [{ field: 'userId' }] });
    expect(await create(fan, { type: 'poke' })).toMatchObject({ status: 422 });
    expect(await app.call(createNotification, { body: { userId: ana.id, type: 'follow' } })).toMatchObject({
      status: 401,
    });
    expect(await read()).toMatchObject({ total: 1 });
  });

  it('are not written for a member who has switched them off', async () => {
    const [fan] = callers as [TestMember];
    await app.services.db.updateTable('users').set({ notify_follow: false }).where('id', '=', ana.id).execute();
    await app.call(setFollow, { token: fan.token, body: { action: 'follow', follow_user_id: ana.id } });
    expect(await create(fan, { type: 'follow' })).toMatchObject({ ok: true, body: null });
    expect(await read()).toMatchObject({ total: 0 });
  });
});
