/** Deletions reach the open tabs of members who have unread notifications, messages or invitations about them. */
import { deleteAccount } from '@afterhours/contract/account/account-data';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { createMessage } from '@afterhours/contract/messages/messages';
import { sendInvitation } from '@afterhours/contract/people/connections';
import { deleteComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildTrio, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
});
afterAll(() => app.close());

const call = async (member: TestMember, route: RouteDefinition, input: object) =>
  expect(await app.call(route, { token: member.token, ...input })).toMatchObject({ ok: true });

it('A deleted post: members with unread notifications about it receive the new number', async () => {
  const post = await buildPost(app, ana);
  const comment = await buildComment(app, ben, post._id);
  await buildComment(app, cleo, post._id, comment._id);
  const tabs = [await openTabFor('unread', origin, ana), await openTabFor('unread', origin, ben)];
  await call(ana, deletePost, { params: { id: post._id } });
  for (const received of tabs) await expect.poll(() => received.at(-1)).toEqual({ notifications: 0 });
});

it('A deleted comment: members with unread notifications about it or its replies receive the new number', async () => {
  const post = await buildPost(app, ana);
  const comment = await buildComment(app, ben, post._id);
  await buildComment(app, cleo, post._id, comment._id);
  const tabs = [await openTabFor('unread', origin, ana), await openTabFor('unread', origin, ben)];
  await call(ben, deleteComment, { params: { id: comment._id } });
  for (const received of tabs) await expect.poll(() => received.at(-1)).toEqual({ notifications: 0 });
});

it('A deleted account: others receive the new numbers of notifications, messages and invitations', async () => {
  await buildTies(app, [ana, ben]);
  const post = await buildPost(app, ana);
  await call(ben, likePost, { body: { post_id: post._id, status: true } });
  await call(ben, createMessage, { body: { receiver_id: ana.id, content: 'Unread' } });
  await call(ben, sendInvitation, { body: { to_user_id: cleo.id } });
  const unread = await openTabFor('unread', origin, ana);
  const invited = await openTabFor('tie', origin, cleo);
  await call(ben, deleteAccount, { body: { password: PASSWORD } });
  await expect.poll(() => unread).toContainEqual({ notifications: 0 });
  await expect.poll(() => unread).toContainEqual({ messages: 0 });
  await expect
    .poll(() => invited.at(-1))
    .toMatchObject({ user_id: ben.id, connectionStatus: 'none', receivedCount: 0 });
});
