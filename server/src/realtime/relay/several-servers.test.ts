import { logout } from '@afterhours/contract/account/account';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setAllNotificationsRead } from '@afterhours/contract/notifications/notifications';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { setBio } from '@afterhours/contract/profile/profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { serverEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRedis } from '#platform/redis/redis.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { findRedisProgram } from '#testing/servers/redis-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { startTwoServers, type TwoServers } from '#testing/two-servers.ts';

const program = findRedisProgram();
/** A broken link is detected within seconds, and reported to the others with the next heartbeat. */
const NOTICED = { timeout: 12_000 };
const open: Socket[] = [];
let both: TwoServers;
let app: TestApp;
let here: string;
let there: string;
let ana: TestMember;
let ben: TestMember;

type ReceivedEvent = { event: string; payload: unknown };

/** Opens a tab on one of the servers, with all events that it receives, each parsed. */
async function openTab(origin: string, member: TestMember) {
  const received: ReceivedEvent[] = [];
  const socket = await connectSocket(origin, member, (event, payload) =>
    received.push({ event, payload: serverEvents[event as keyof typeof serverEvents].parse(payload) }),
  );
  open.push(socket);
  return {
    socket,
    received,
    of: (event: keyof typeof serverEvents) =>
      received.filter((each) => each.event === event).map(({ payload }) => payload),
  };
}

const like = (member: TestMember, postId: string) =>
  app.call(likePost, { token: member.token, body: { post_id: postId, status: true } });
const write = (from: TestMember, to: TestMember, content: string) =>
  app.call(createMessage, { token: from.token, body: { content, receiver_id: to.id } });

describe.skipIf(program === null)('Servers that share a Redis (needs redis-server)', () => {
  beforeAll(async () => {
    both = await startTwoServers(program ?? '', { RATE_LIMIT_FACTOR: '100' });
    app = both.app;
    [here, there] = both.origins;
  });
  beforeEach(async () => {
    [ana, ben] = [await buildMember(app), await buildMember(app)];
    await buildTies(app, [ana, ben]);
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(() => both.stop());

  it("send an event to a member's tabs on any server, each once", async () => {
    const [near, far] = [await openTab(here, ana), await openTab(there, ana)];
    const post = await buildPost(app, ana);
    await like(ben, post._id);
    await write(ben, ana, 'Hello from afar');
    await like(ana, post._id);
    for (const { of } of [near, far]) {
      await expect.poll(() => of('ownPost')).toMatchObject([{ post_id: post._id, isLiked: true }]);
      await expect.poll(() => of('notification')).toHaveLength(2);
      expect(of('notification')).toContainEqual(expect.objectContaining({ unread: 1 }));
      await expect.poll(() => of('message')).toMatchObject([{ message: { content: 'Hello from afar' } }]);
      await expect.poll(() => of('unread')).toContainEqual({ messages: 1 });
    }
    await app.call(setAllNotificationsRead, { token: ana.token });
    for (const { of } of [near, far]) await expect.poll(() => of('unread').at(-1)).toEqual({ notifications: 0 });
    expect(far.of('message')).toHaveLength(1);
    expect(far.of('line')).toEqual([]);
  });

  it("send likes and comments to a post's watchers", async () => {
    const far = await openTab(there, ben);
    const post = await buildPost(app, ana);
    expect(await far.socket.emitWithAck('watch', { post_id: post._id })).toMatchObject({ ok: true });
    await like(ana, post._id);
    await expect.poll(() => far.of('post')).toEqual([{ post_id: post._id, likesCount: 1 }]);
    const body = { post_id: post._id, comment: 'From the other server' };
    await app.call(addEditComment, { token: ana.token, body });
    await expect
      .poll(() => far.of('post').at(-1))
      .toMatchObject({ commentsCount: 1, comment: { comment: 'From the other server' } });
  });

  it('send a new name and a new bio to the tabs that show the member, on any server', async () => {
    const [near, far, other] = [await openTab(here, ben), await openTab(there, ben), await openTab(there, ben)];
    for (const { socket } of [near, far])
      expect(await socket.emitWithAck('presence', { user_ids: [ana.id] })).toEqual({ ok: true });
    const { token } = ana;
    await app.call(updateProfile, { token, body: { firstName: 'Anouk' } });
    for (const { of } of [near, far])
      await expect.poll(() => of('member')).toMatchObject([{ user: { _id: ana.id, firstName: 'Anouk' } }]);
    await app.call(setBio, { token, body: { bio: 'Clay at night' } });
    for (const { of } of [near, far]) await expect.poll(() => of('member')).toHaveLength(2);
    expect(other.of('member')).toEqual([]);
  });

  it('carry chat events between tabs', async () => {
    const [near, far] = [await openTab(here, ana), await openTab(there, ben)];
    const sent = await succeed(write(ana, ben, 'Are you there?'));
    const room = sent.body.uniquekey;
    for (const { socket } of [near, far]) expect(await socket.emitWithAck('join', { room })).toEqual({ ok: true });
    await near.socket.emitWithAck('typing', { room, typing: true });
    await near.socket.emitWithAck('sendMessageToServer', { room });
    await expect.poll(() => far.of('typing')).toEqual([{ uniquekey: room, user_id: ana.id, typing: true }]);
    await expect.poll(() => far.of('sendMessageToClient')).toMatchObject([{ message: { content: 'Are you there?' } }]);
    expect(near.of('sendMessageToClient')).toEqual([]);
    await far.socket.emitWithAck('delivered', { room, seq: 1 });
    await expect.poll(() => near.of('receipt').at(-1)).toMatchObject({ user_id: ben.id, deliveredSeq: 1 });
  });

  it('show a change made on another server at once, without waiting for a cache to expire', async () => {
    const post = await buildPost(app, ana);
    const read = async () => {
      const headers = { authorization: `Bearer ${ben.token}` };
      const response = await both.other.inject({ url: `/api/post/getByUserPost?userId=${ana.id}`, headers });
      return response.json<{ body: { likesCount: number }[] }>().body[0]?.likesCount;
    };
    expect(await read()).toBe(0);
    await like(await buildMember(app), post._id);
    // Without the broadcast, the post would stay cached for twenty seconds.
    await expect.poll(read, { interval: 5, timeout: 10_000 }).toBe(1);
  });

  it('do not use an outdated cache for a member who made, or was affected by, a change on another server', async () => {
    const post = await buildPost(app, ana);
    const read = async () => {
      const headers = { authorization: `Bearer ${ben.token}` };
      const response = await both.other.inject({ url: `/api/post/getByUserPost?userId=${ana.id}`, headers });
      return response.json<{ body: { isLiked: boolean }[] }>().body.map((one) => one.isLiked);
    };
    expect(await read()).toEqual([false]);
    await like(ben, post._id);
    await expect.poll(read, { interval: 5, timeout: 10_000 }).toEqual([true]);
    await app.call(setBlock, { token: ana.token, body: { userId: ben.id } });
    await expect.poll(read, { interval: 5, timeout: 10_000 }).toEqual([]);
  });

  it('let each member open fifty sockets, also if more are opened at the same time', async () => {
    const opened = await Promise.allSettled(Array.from({ length: 60 }, () => openTab(here, ana)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  });

  it('pass over messages that they cannot handle, for instance those of another version', async () => {
    const another = createRedis(both.redis.url, () => undefined);
    await another.start();
    for (const text of ['5', 'null', 'not JSON', '{"news":"posts-changed","payload":{}}', '{"news":"unknown"}'])
      another.publish('afterhours:room:servers', `another ${text}`);
    const far = await openTab(there, ben);
    await write(ana, ben, 'Still here');
    await expect.poll(() => far.of('message')).toMatchObject([{ message: { content: 'Still here' } }]);
    another.stop();
  });

  it("end a session's sockets on any server", async () => {
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    const far = await openTab(there, second);
    await app.call(logout, { token: second.token });
    await expect.poll(() => far.socket.connected).toBe(false);
    expect(far.of('session:ended')).toHaveLength(1);
  });

  it('keep serving if Redis is killed, report a weak link, and recover when it is back', async () => {
    const [near, far] = [await openTab(here, ana), await openTab(there, ana)];
    await both.redis.kill();
    for (const { of } of [near, far]) await expect.poll(() => of('line'), NOTICED).toEqual([{ weak: true }]);
    expect((await app.http.inject({ url: '/readyz' })).json()).toEqual({
      status: 'ready',
      redis: 'down',
      live: 'weak',
    });
    expect(await app.metrics.registry.metrics()).toMatch(
      /redis_up 0[^]*realtime_line_weak 1|realtime_line_weak 1[^]*redis_up 0/,
    );
    expect((await write(ben, ana, 'Still here')).ok).toBe(true);
    await expect.poll(() => near.of('message')).toMatchObject([{ message: { content: 'Still here' } }]);
    const late = await openTab(there, ben);
    await expect.poll(() => late.of('line')).toEqual([{ weak: true }]);

    await both.redis.start();
    for (const { of } of [near, far]) await expect.poll(() => of('line').at(-1), NOTICED).toEqual({ weak: false });
    await write(ben, ana, 'Whole again');
    await expect.poll(() => far.of('message').at(-1)).toMatchObject({ message: { content: 'Whole again' } });
    // Events that were sent only locally while the link was weak are not sent again later.
    expect(far.of('message')).toHaveLength(1);
  });

  it('keep nobody waiting while Redis is halted', async () => {
    const tab = await openTab(there, ana);
    both.redis.halt();
    try {
      const startedAt = performance.now();
      for (let sent = 0; sent < 20; sent++) expect((await write(ben, ana, `Number ${sent}`)).ok).toBe(true);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await expect.poll(() => tab.of('line'), NOTICED).toEqual([{ weak: true }]);
    } finally {
      both.redis.resume();
    }
    await expect.poll(() => tab.of('line').at(-1), NOTICED).toEqual({ weak: false });
  });
});

describe('Servers without a Redis', () => {
  it('report a weak link as soon as there are two of them', async () => {
    const first = await buildTestApp();
    const member = await buildMember(first);
    const tab = await openTab(await listen(first), member);
    expect(tab.of('line')).toEqual([]);
    const second = await startSecondServer(first);
    await expect.poll(() => tab.of('line'), NOTICED).toEqual([{ weak: true }]);
    await second.stop();
    await expect.poll(() => tab.of('line').at(-1), NOTICED).toEqual({ weak: false });
    tab.socket.disconnect();
    await first.close();
  });
});
