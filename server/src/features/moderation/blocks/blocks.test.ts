import { getProfile } from '@afterhours/contract/account/account';
import type { RouteDefinition } from '@afterhours/contract/base/route';
import {
  listFeed,
  listMostEngagedPosts,
  listNetworkPosts,
  listTopRated,
  listUserPosts,
} from '@afterhours/contract/feed';
import { getConversation, listConversations, listMessages } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listBlockedMembers, reportMember, setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import {
  answerInvitation,
  listConnections,
  listSentInvitations,
  sendInvitation,
} from '@afterhours/contract/people/connections';
import { listFollowers, listFollowings, setFollow } from '@afterhours/contract/people/follow';
import { listColleagues, listRecommendedPeople } from '@afterhours/contract/people/people';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { listComments } from '@afterhours/contract/posts/comments';
import { likeComment, likePost, listPostLikes } from '@afterhours/contract/posts/likes';
import { deletePost, getPost, updatePost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { listUsers, searchPeople, searchPosts } from '@afterhours/contract/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockCounters } from '#access/members.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { insertBlock } from './block-queries.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  const profession = `Potter ${Date.now()}`;
  [ana, ben, cleo] = (await Promise.all([1, 2, 3].map(() => buildMember(app, { profession })))) as [
    TestMember,
    TestMember,
    TestMember,
  ];
});
afterAll(() => app.close());

const block = (member: TestMember, other: { id: string }, action?: unknown) =>
  app.call(setBlock, { token: member.token, body: { userId: other.id, action } });
const act = (member: TestMember, route: RouteDefinition, body: object) =>
  succeed(app.call(route, { token: member.token, body }));

/** Performs every interaction whose result the other member sees, between the two and with a third member. */
async function mingle(one: TestMember, other: TestMember) {
  const [shared, theirs] = [await buildPost(app, cleo), await buildPost(app, other, { description: 'Kiln evening' })];
  const comment = await buildComment(app, other, shared._id);
  await buildComment(app, one, shared._id, comment._id);
  await act(other, likePost, { post_id: shared._id, status: true });
  await act(cleo, likePost, { post_id: shared._id, status: true });
  const hers = await buildComment(app, cleo, shared._id);
  await act(other, likeComment, { comment_id: hers._id, status: true });
  await act(one, createBookmark, { post_id: theirs._id });
  const mine = await buildPost(app, one);
  await act(other, likePost, { post_id: mine._id, status: true });
  await act(cleo, likePost, { post_id: mine._id, status: true });
  for (const member of [one, other]) {
    await act(cleo, sendInvitation, { to_user_id: member.id });
    await act(member, answerInvitation, { from_user_id: cleo.id, status: 'accepted' });
  }
  await act(one, sendInvitation, { to_user_id: other.id });
  await act(other, createMessage, { receiver_id: one.id, content: 'Hello' });
  for (const [from, to] of [
    [other, cleo],
    [cleo, other],
    [other, one],
    [one, other],
  ] as const) {
    await act(from, setFollow, { action: 'follow', follow_user_id: to.id });
  }
  return { shared, theirs, comment, hers };
}

type ListCall = [RouteDefinition, { params?: object; query?: object; body?: object }?];

/** Returns the lists in which the first member of `mingle` sees `other` afterwards. */
const lists = (other: TestMember, { shared }: Awaited<ReturnType<typeof mingle>>): ListCall[] => [
  [listFeed],
  [listFeed, { query: { sort: 'latest' } }],
  [listFeed, { query: { bookmark: 'true' } }],
  [listTopRated],
  [listMostEngagedPosts],
  [listNetworkPosts],
  [getPost, { params: { id: shared._id } }],
  [listComments, { body: { post_id: shared._id } }],
  [listPostLikes, { params: { post_id: shared._id } }],
  [listFollowers],
  [listFollowings],
  [listFollowers, { query: { userId: cleo.id } }],
  [listFollowings, { query: { userId: cleo.id } }],
  [listNotifications],
  [listConnections, { query: { userId: cleo.id } }],
  [listSentInvitations],
  [listConversations],
  [searchPeople, { body: { searchQuery: other.user.firstName } }],
  [listUsers, { query: { keyword: other.user.firstName } }],
  [searchPosts, { query: { keyword: 'kiln evening' } }],
];

async function seen(viewer: TestMember, calls: ListCall[], other: TestMember): Promise<string[]> {
  const places: string[] = [];
  for (const [route, sent] of calls) {
    const response = await succeed(app.call(route, { token: viewer.token, ...sent }));
    if (JSON.stringify(response.body).includes(other.id)) places.push(route.path);
  }
  return places;
}

describe('A block', () => {
  it.each(['made', 'received'])('%s by a member removes the other from all of the member’s lists', async (side) => {
    const places = lists(ben, await mingle(ana, ben));
    expect(await seen(ana, places, ben)).toEqual(places.map(([route]) => route.path));
    const response = side === 'made' ? await block(ana, ben) : await block(ben, ana);
    expect(response).toMatchObject({ ok: true, body: { blocked: true } });
    expect(await seen(ana, places, ben)).toEqual([]);
    const ids = { token: ana.token, query: { userId: ben.id } };
    expect(await app.call(listUserPosts, ids)).toMatchObject({ body: [] });
    for (const route of [listFollowers, listConnections]) {
      expect(await app.call(route as typeof listFollowers, ids)).toMatchObject({ status: 404 });
    }
    const params = { id: ben.id };
    expect(await app.call(getMember, { token: ana.token, params })).toMatchObject({ status: 404 });
    const seenCleo = await app.call(getMember, { token: ana.token, params: { id: cleo.id } });
    expect(seenCleo).toMatchObject({ body: { followersCount: 0, followingsCount: 0, connectionsCount: 1 } });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({
      body: { followersCount: 0, followingsCount: 0, unreadMessages: 0 },
    });
  });

  it('removes each other’s actions from exactly the counts of the two, and from nobody else’s', async () => {
    const { shared, hers } = await mingle(ana, ben);
    const counts = async (viewer: TestMember | null) => {
      const token = viewer?.token ?? null;
      const post = await app.call(getPost, { token, params: { id: shared._id } });
      const likes = await app.call(listPostLikes, { token, params: { post_id: shared._id } });
      const comments = await app.call(listComments, { token, body: { post_id: shared._id } });
      if (!post.ok || !likes.ok || !comments.ok) throw new Error('not there');
      const replies = comments.body.reduce((sum, comment) => sum + comment.repliesCount, 0);
      expect(post.body.commentsCount).toBe(comments.body.length + replies);
      expect([post.body.likes.length, likes.body.length, likes.total]).toEqual(Array(3).fill(post.body.likesCount));
      const liked = comments.body.find((comment) => comment._id === hers._id);
      return [post.body.likesCount, post.body.commentsCount, liked?.likesCount];
    };
    expect(await counts(ana)).toEqual([2, 3, 1]);
    await block(ana, ben);
    expect(await counts(ana)).toEqual([1, 1, 0]);
    expect(await counts(ben)).toEqual([2, 2, 1]);
    expect(await counts(cleo)).toEqual([2, 3, 1]);
    expect(await counts(null)).toEqual([2, 3, 1]);
    const followers = async (viewer: TestMember) =>
      app.call(listFollowers, { token: viewer.token, query: { userId: cleo.id } });
    expect(await followers(ana)).toMatchObject({ total: 0, body: [] });
    expect(await followers(ben)).toMatchObject({ total: 1 });
    await block(ana, ben, 'unblock');
    expect(await counts(ana)).toEqual([2, 3, 1]);
  });

  it('prevents every action of the blocked member on the other', async () => {
    const { theirs, comment } = await mingle(ana, ben);
    await block(ben, ana);
    const post_id = theirs._id;
    const refused: [RouteDefinition, object][] = [
      [likePost, { post_id, status: true }],
      [likeComment, { comment_id: comment._id, status: true }],
      [setFollow, { action: 'follow', follow_user_id: ben.id }],
      [createMessage, { receiver_id: ben.id, content: 'Hello' }],
      [sendInvitation, { to_user_id: ben.id }],
      [reportMember, { userId: ben.id }],
    ];
    const query = { userId: ben.id };
    for (const route of [listMessages, getConversation] as const) {
      expect(await app.call(route as typeof listMessages, { token: ana.token, query })).toMatchObject({ status: 404 });
    }
    const mine = { token: ana.token, params: { id: post_id } };
    expect(await app.call(deletePost, mine)).toMatchObject({ status: 404 });
    const changed = { _id: post_id, description: 'Mine now' };
    expect(await app.call(updatePost, { token: ana.token, body: changed })).toMatchObject({ status: 404 });
    for (const [route, body] of refused) {
      expect([route.path, (await app.call(route, { token: ana.token, body })).status]).toEqual([route.path, 404]);
    }
  });

  it('applies to actions of the blocked member that run concurrently', async () => {
    const { db } = app.services;
    const post = await buildPost(app, ana);
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const blocking = db.transaction().execute(async (tx) => {
      await lockCounters(tx, [ana.id, ben.id]);
      // Makes sure the lock is held: its statement is sent only along with the next one.
      await sql`SELECT 1`.execute(tx);
      locked.resolve();
      await release.promise;
      await insertBlock(tx, ana.id, ben.id);
    });
    await locked.promise;
    const token = ben.token;
    const actions = Promise.all([
      app.call(createMessage, { token, body: { receiver_id: ana.id, content: 'Hello' } }),
      app.call(likePost, { token, body: { post_id: post._id, status: true } }),
    ]);
    const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(2);
    release.resolve();
    await blocking;
    expect((await actions)[0]).toMatchObject({ status: 404 });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({
      body: { unreadMessages: 0, unreadNotifications: 0 },
    });
  });

  it('is listed and lifted by the blocker alone, and applies until both lift it if it is mutual', async () => {
    const blockedOf = async (member: TestMember) => {
      const response = await app.call(listBlockedMembers, { token: member.token });
      return response.ok && response.body.map((entry) => entry.user._id);
    };
    await Promise.all([block(ana, ben), block(ana, ben), block(ben, ana)]);
    expect([await blockedOf(ana), await blockedOf(ben)]).toEqual([[ben.id], [ana.id]]);
    await block(ana, ben, 'unblock');
    expect([await blockedOf(ana), await blockedOf(ben)]).toEqual([[], [ana.id]]);
    const find = { token: ana.token, body: { searchQuery: ben.user.firstName } };
    expect(await app.call(searchPeople, find)).toMatchObject({ body: [] });
    await block(ben, ana, 'unblock');
    expect(await app.call(searchPeople, find)).toMatchObject({ body: [{ _id: ben.id }] });
  });

  it('reloads the list in the blocker’s tabs alone, once for each change', async () => {
    const origin = await listen(app);
    const [hers, his] = [await openTabFor('blocks', origin, ana), await openTabFor('blocks', origin, ben)];
    await Promise.all([block(ana, ben), block(ana, ben)]);
    await expect.poll(() => hers.length).toBe(1);
    await block(ben, ana);
    await expect.poll(() => his.length).toBe(1);
    for (let times = 0; times < 2; times++) await block(ana, ben, 'unblock');
    await block(ben, ana, 'unblock');
    await expect.poll(() => [hers.length, his.length]).toEqual([2, 2]);
  });

  it('excludes each of the two members from the other’s suggestions', async () => {
    const suggested = async (route: typeof listColleagues, viewer: TestMember) => {
      const response = await app.call(route, { token: viewer.token });
      return response.ok && response.body.map((person) => person._id);
    };
    for (const route of [listRecommendedPeople, listColleagues]) {
      expect(await suggested(route, ana)).toContain(ben.id);
    }
    await block(ana, ben);
    for (const route of [listRecommendedPeople, listColleagues]) {
      expect(await suggested(route, ana)).not.toContain(ben.id);
      expect(await suggested(route, ben)).not.toContain(ana.id);
      expect(await suggested(route, ana)).toContain(cleo.id);
    }
  });

  it('is rejected for oneself, an unknown member, an unknown action, and for guests', async () => {
    expect(await block(ana, ana)).toMatchObject({ status: 422, message: 'You cannot block yourself.' });
    expect(await block(ana, { id: NOBODYS })).toMatchObject({ status: 404 });
    expect(await block(ana, ben, 'mute')).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
    expect(await app.call(setBlock, { body: { userId: ben.id } })).toMatchObject({ status: 401 });
    expect(await app.call(listBlockedMembers)).toMatchObject({ status: 401 });
  });
});

describe('Reporting a member', () => {
  it('stores the report once, and rejects a report of oneself', async () => {
    const report = (userId: string) => app.call(reportMember, { token: ana.token, body: { userId, reason: ' rude ' } });
    expect(await report(ben.id)).toMatchObject({ ok: true, message: 'Thank you. We will review this member.' });
    expect(await report(ben.id)).toMatchObject({ ok: true });
    expect(await report(ana.id)).toMatchObject({ status: 422 });
    expect(await report(NOBODYS)).toMatchObject({ status: 404 });
    const kept = await app.services.db.selectFrom('member_reports').selectAll().where('user_id', '=', ana.id).execute();
    expect(kept).toMatchObject([{ reported_id: ben.id, reason: 'rude' }]);
  });
});
