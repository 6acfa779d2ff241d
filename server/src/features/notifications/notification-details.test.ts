import type { NotificationGroup } from '@afterhours/contract/constants/notifications';
import { deleteMessage } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { reportComment, reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import {
  listNotifications,
  MAX_EXCERPT,
  type Notification,
  setNotificationRead,
} from '@afterhours/contract/notifications/notifications';
import { answerInvitation, sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { likePost } from '@afterhours/contract/posts/likes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectNotifications } from './queries.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let mei: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, mei] = await Promise.all([
    buildMember(app),
    buildMember(app, { firstName: 'Ben' }),
    buildMember(app, { firstName: 'Mei' }),
  ]);
});
afterAll(() => app.close());

const like = (member: TestMember, postId: string) =>
  app.call(likePost, { token: member.token, body: { post_id: postId, status: true } });
const write = async (from: TestMember, content: string) => {
  await buildTies(app, [ana, from]);
  return (await succeed(app.call(createMessage, { token: from.token, body: { receiver_id: ana.id, content } }))).body;
};
async function list(query: Record<string, string> = {}) {
  return await succeed(app.call(listNotifications, { token: ana.token, query }));
}
async function newest(): Promise<Notification> {
  const [first] = (await list()).body.notifications;
  if (!first) throw new Error('no notification');
  return first;
}

it('A notification of a later version, whose kind this one does not know, has its stored sentence', async () => {
  await like(ben, (await buildPost(app, ana))._id);
  await sql`UPDATE notifications SET kind = 'ofNextVersion' WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
  expect(await newest()).toMatchObject({ kind: null, content: expect.stringMatching(/^Ben .*liked your post$/) });
});

describe('The subject of a notification', () => {
  it('is an excerpt of the post, cut at a word, or its title', async () => {
    const long = await buildPost(app, ana, { description: `${'lantern '.repeat(30)}#ink` });
    await like(ben, long._id);
    const { subject } = await newest();
    expect(subject).toMatchObject({ about: 'post', commentId: null, deleted: false, picture: null });
    expect(subject?.text).toMatch(/^(lantern )+lantern…$/);
    expect(subject?.text?.length).toBeLessThanOrEqual(MAX_EXCERPT);
    const job = await buildPost(app, ana, { postType: 'job', title: 'Weaver\nwanted', description: 'Evenings' });
    await like(ben, job._id);
    expect((await newest()).subject?.text).toBe('Weaver wanted');
  });

  it('includes the first picture of the post', async () => {
    const post = await buildPost(app, ana);
    const { db } = app.services;
    const file = { folder: 'post', filename: 'kiln.jpg', content_type: 'image/jpeg', original_name: 'kiln.jpg' };
    const upload = '01900000-0000-7000-8000-000000000001';
    await db
      .insertInto('uploads')
      .values({ ...file, id: upload, owner_id: ana.id, kind: 'image', bytes: 1, width: 800, height: 600 } as never)
      .execute();
    const picture = { folder: 'post', filename: 'kiln.jpg', width: 800, height: 600, placeholder: '', alt: 'A kiln' };
    await db
      .insertInto('post_attachments')
      .values({ ...picture, id: upload, post_id: post._id, upload_id: upload, position: 0 })
      .execute();
    await like(ben, post._id);
    expect((await newest()).subject?.picture).toEqual({
      url: '/api/uploads/post/kiln.jpg',
      width: 800,
      alt: 'A kiln',
    });
  });

  it('for several comments is that of the newest actor, with the id of the comment to open', async () => {
    const post = await buildPost(app, ana);
    await buildComment(app, ben, post._id);
    const second = await buildComment(app, mei, post._id);
    expect(await newest()).toMatchObject({
      othersCount: 1,
      actor: { firstName: 'Mei' },
      subject: { about: 'comment', commentId: second._id, text: 'Well said' },
      action: 'reply',
    });
  });

  it('for a reply is the reply in its own thread', async () => {
    const post = await buildPost(app, ben);
    const [mine, other] = [await buildComment(app, ana, post._id), await buildComment(app, ben, post._id)];
    const reply = await buildComment(app, mei, post._id, mine._id);
    await buildComment(app, mei, post._id, other._id);
    expect((await newest()).subject).toMatchObject({ about: 'comment', commentId: reply._id });
  });

  it('is left out if the recipient has reported the post or comment', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, ben, post._id);
    await app.call(reportComment, { token: ana.token, body: { comment_id: comment._id } });
    expect(await newest()).toMatchObject({ subject: { about: 'post', commentId: null }, action: null });
    const foreign = await buildPost(app, ben);
    const mine = await buildComment(app, ana, foreign._id);
    await buildComment(app, mei, foreign._id, mine._id);
    await app.call(reportPost, { token: ana.token, body: { post_id: foreign._id } });
    expect(await newest()).toMatchObject({ kind: 'replied', subject: null, action: null });
  });

  it('for messages is the sender’s last one, with a flag when it was deleted', async () => {
    await write(ben, 'First');
    const last = await write(ben, 'Come by on Friday');
    expect((await newest()).subject).toMatchObject({ about: 'message', text: 'Come by on Friday', files: false });
    await app.call(deleteMessage, { token: ben.token, params: { id: last._id } });
    expect((await newest()).subject).toMatchObject({ about: 'message', text: null, deleted: true, files: false });
  });

  it('for an invitation is its note, and the invitation can be answered while it is pending', async () => {
    const body = { to_user_id: ana.id, note: 'We met at the kiln' };
    await app.call(sendInvitation, { token: ben.token, body });
    expect(await newest()).toMatchObject({
      kind: 'invited',
      subject: { about: 'invitation', text: 'We met at the kiln' },
      action: 'answer',
    });
    await app.call(answerInvitation, { token: ana.token, body: { from_user_id: ben.id, status: 'rejected' } });
    expect(await newest()).toMatchObject({ kind: 'invited', action: null });
  });

  it('for a follower is empty, and the follower can be followed back once', async () => {
    const follow = (from: TestMember, to: TestMember) =>
      app.call(setFollow, { token: from.token, body: { action: 'follow', follow_user_id: to.id } });
    await follow(ben, ana);
    expect(await newest()).toMatchObject({ kind: 'followed', subject: null, action: 'follow' });
    await follow(ana, ben);
    expect((await newest()).action).toBeNull();
  });

  it('is in the response of every call, and in the socket event', async () => {
    const received: Notification[] = [];
    const socket = await connectSocket(await listen(app), ana, (event, payload) => {
      if (event === 'notification') received.push((payload as { notification: Notification }).notification);
    });
    await buildComment(app, ben, (await buildPost(app, ana))._id);
    await expect.poll(() => received).toHaveLength(1);
    const listed = await newest();
    expect(received[0]).toEqual(listed);
    const read = await app.call(setNotificationRead, { token: ana.token, params: { id: listed._id } });
    expect(read).toMatchObject({ body: { ...listed, read: true } });
    socket.disconnect();
  });

  it('leaves out a member with whom there is a block', async () => {
    const post = await buildPost(app, ana);
    await buildComment(app, ben, post._id);
    await buildComment(app, mei, post._id);
    await app.call(setBlock, { token: ana.token, body: { userId: mei.id, action: 'block' } });
    expect(await newest()).toMatchObject({ actor: { firstName: 'Ben' }, othersCount: 0 });
  });
});

describe('Notifications of one group', () => {
  it('are paged by cursor, with the counts of all groups', async () => {
    for (const member of [ben, mei]) {
      await app.call(setFollow, { token: member.token, body: { action: 'follow', follow_user_id: ana.id } });
      await like(member, (await buildPost(app, ana))._id);
      await write(member, 'Hello');
    }
    const kinds = async (kind: NotificationGroup) => {
      const first = await list({ kind, limit: '1' });
      const next = await list({ kind, limit: '1', cursor: first.nextCursor ?? '' });
      expect(next.nextCursor).toBeNull();
      expect([first.total, first.totalLatestCount]).toEqual([6, 6]);
      expect(first.body.latestNotifications).toEqual(first.body.notifications);
      return [...first.body.notifications, ...next.body.notifications].map((one) => one.kind);
    };
    expect(await kinds('work')).toEqual(['likedPost', 'likedPost']);
    expect(await kinds('network')).toEqual(['followed', 'followed']);
    expect((await list({ kind: 'events' })).body.notifications).toEqual([]);
    const { nextCursor } = await list({ kind: 'work', limit: '1' });
    const query = { kind: 'network', cursor: nextCursor ?? '' } as const;
    expect(await app.call(listNotifications, { token: ana.token, query })).toMatchObject({ status: 422 });
  });

  it('are not listed for guests or unknown groups', async () => {
    expect(await app.call(listNotifications, { query: { kind: 'work' } })).toMatchObject({ status: 401 });
    for (const kind of ['', 'all', '%', '\u0000', 'w'.repeat(1_000)])
      expect(
        await app.call(listNotifications, { token: ana.token, query: { kind: kind as NotificationGroup } }),
      ).toMatchObject({
        status: 422,
        errors: [{ field: 'kind' }],
      });
  });

  it('take a constant number of statements, and use the group’s index', async () => {
    for (let count = 0; count < 6; count++) await like(ben, (await buildPost(app, ana))._id);
    const count = (query: Record<string, string>) => app.countStatements(() => list(query));
    expect([await count({ limit: '1' }), await count({ limit: '50' })]).toEqual([2, 2]);
    expect([await count({ kind: 'work', limit: '1' }), await count({ kind: 'work', limit: '50' })]).toEqual([3, 3]);
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    for (const group of ['work', 'network', 'events'] as const)
      expect(await explain(app.services.db, (db) => selectNotifications(db, ana.id, start, group))).toContain(
        `notifications_${group}`,
      );
  });
});
