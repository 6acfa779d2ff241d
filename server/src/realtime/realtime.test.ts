import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logout } from '@afterhours/contract/account/account';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { setAllNotificationsRead } from '@afterhours/contract/notifications/notifications';
import { answerInvitation, sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { likePost } from '@afterhours/contract/posts/likes';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { serverEvents } from '@afterhours/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAllowance } from '#http/gate/rate-limit.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { createLinkStatus } from './relay/link-status.ts';
import { createRelay } from './relay/relay.ts';
import { createRealtime } from './server.ts';

let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

function connect(auth: Record<string, unknown>, transports = ['websocket']): Promise<Socket> {
  const socket = io(origin, { auth, transports, reconnection: false, forceNew: true });
  open.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

const once = <T>(socket: Socket, event: string): Promise<T> => new Promise((resolve) => socket.once(event, resolve));

describe('A socket', () => {
  it.each([{}, { token: '' }, { token: 'forged' }, { token: 5 }, { token: { $gt: '' } }])(
    'is rejected with %j',
    async (auth) => {
      await expect(connect(auth)).rejects.toMatchObject({ data: { status: 401 } });
    },
  );

  it.each(['websocket', 'polling'])('receives a like at once, over %s', async (transport) => {
    const socket = await connect({ token: ana.token }, [transport]);
    const notified = once<unknown>(socket, 'notification');
    const post = await buildPost(app, ana);
    await app.call(likePost, { token: ben.token, body: { post_id: post._id, status: true } });
    const { notification, unread } = serverEvents.notification.parse(await notified);
    expect(notification).toMatchObject({ type: 'like', parent_id: post._id, actor: { _id: ben.id } });
    expect(unread).toBeGreaterThan(0);
  });

  it("receives its member's actions in another tab", async () => {
    const socket = await connect({ token: ana.token });
    const notified = once<unknown>(socket, 'unread');
    await app.call(setAllNotificationsRead, { token: ana.token });
    expect(serverEvents.unread.parse(await notified)).toEqual({ notifications: 0 });
  });

  it("receives its member's new name and picture after a change in another tab", async () => {
    const cleo = await buildMember(app);
    const socket = await connect({ token: cleo.token });
    const notified = once<unknown>(socket, 'ownProfile');
    await app.call(updateProfile, { token: cleo.token, body: { firstName: 'Clea' } });
    expect(serverEvents.ownProfile.parse(await notified).user).toMatchObject({ _id: cleo.id, firstName: 'Clea' });
  });

  it('receives nothing that is meant for another member', async () => {
    const [mine, theirs] = await Promise.all([connect({ token: ana.token }), connect({ token: ben.token })]);
    const received: string[] = [];
    theirs.onAny((event: string) => received.push(event));
    const notified = once(mine, 'notification');
    const post = await buildPost(app, ana);
    await app.call(likePost, { token: ben.token, body: { post_id: post._id, status: true } });
    await notified;
    // After a round trip on the other socket, everything that was sent to it before has arrived.
    const mark = once(theirs, 'unread');
    await app.call(setAllNotificationsRead, { token: ben.token });
    await mark;
    // Ben's own action, and the read marker.
    expect(received).toEqual(['ownPost', 'unread']);
  });

  it('is closed when its session ends, and the others stay open', async () => {
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    const [ending, staying] = await Promise.all([connect({ token: second.token }), connect({ token: ana.token })]);
    const notified = once(ending, 'session:ended');
    const closed = once(ending, 'disconnect');
    await app.call(logout, { token: second.token });
    serverEvents['session:ended'].parse(await notified);
    await closed;
    expect(staying.connected).toBe(true);
    await expect(connect({ token: second.token })).rejects.toMatchObject({ data: { status: 401 } });
  });
  it('is not opened if its session ends during the handshake', async () => {
    const brief = await buildMember(app);
    const { db, log, sessions } = app.services;
    // The session ends after it was looked up, and before there is a socket to close.
    const racing = {
      ...sessions,
      async find(token: string) {
        const session = await sessions.find(token);
        await db.deleteFrom('sessions').where('user_id', '=', brief.id).execute();
        return session;
      },
    };
    const http = createServer();
    const realtime = createRealtime(http, {
      sessions: racing,
      relay: createRelay(null, () => undefined),
      linkStatus: createLinkStatus(null),
      log,
      allowance: createAllowance(0),
      limits: { publicUrl: 'http://127.0.0.1', hstsSubdomains: false, trustedProxies: [], factor: 1 },
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const socket = io(at, { auth: { token: brief.token }, transports: ['websocket'], reconnection: false });
    await once(socket, 'disconnect');
    await realtime.close();
  });

  it('receives the relationship between two members', async () => {
    const [one, other] = [await buildMember(app), await buildMember(app)];
    const sockets = await Promise.all([one, other].map((member) => connect({ token: member.token })));
    const received = sockets.map((socket) => {
      const relationships: unknown[] = [];
      socket.on('tie', (payload: unknown) => relationships.push(serverEvents.tie.parse(payload)));
      return relationships;
    });
    await app.call(sendInvitation, { token: one.token, body: { to_user_id: other.id } });
    await expect.poll(() => received[0]).toMatchObject([{ user_id: other.id, connectionStatus: 'sent' }]);
    await expect.poll(() => received[1]).toMatchObject([{ connectionStatus: 'received', receivedCount: 1 }]);
    await app.call(answerInvitation, {
      token: other.token,
      body: { from_user_id: one.id, status: 'rejected' },
    });
    await expect.poll(() => received[1]?.[1]).toMatchObject({ connectionStatus: 'none', receivedCount: 0 });
    await app.call(sendInvitation, { token: other.token, body: { to_user_id: one.id } });
    await expect.poll(() => received[0]?.at(-1)).toMatchObject({ connectionStatus: 'connected', connectionsCount: 1 });
    // The first member has received nothing about being ignored.
    expect(received[0]).toHaveLength(2);
  });

  it('receives whom its member follows, from any tab and after a block', async () => {
    const [one, other] = [await buildMember(app), await buildMember(app)];
    const received: unknown[] = [];
    const socket = await connect({ token: one.token });
    socket.on('follow', (payload: unknown) => received.push(serverEvents.follow.parse(payload)));
    const follow = (action: 'follow' | 'unfollow') =>
      app.call(setFollow, { token: one.token, body: { action, follow_user_id: other.id } });
    await follow('follow');
    await expect.poll(() => received).toEqual([{ user_id: other.id, following: true, followersCount: 1 }]);
    await follow('unfollow');
    await expect.poll(() => received[1]).toEqual({ user_id: other.id, following: false, followersCount: 0 });
    await follow('follow');
    await expect.poll(() => received).toHaveLength(3);
    await app.call(setBlock, { token: other.token, body: { userId: one.id, action: 'block' } });
    await expect.poll(() => received.at(-1)).toMatchObject({ user_id: other.id, following: false });
  });

  it('gets a warning after a thousand events at once, then is closed, without affecting others', async () => {
    const [loud, calm] = await Promise.all([connect({ token: ana.token }), connect({ token: ana.token })]);
    const closed = once(loud, 'disconnect');
    const responses: { ok: boolean; message?: string }[] = [];
    for (let sent = 0; sent < 1_000; sent++)
      loud.emit('presence', { user_ids: [] }, (response: { ok: boolean }) => responses.push(response));
    await closed;
    expect(responses.some((response) => response.message === 'Too many events. Please slow down.')).toBe(true);
    expect(responses.filter((response) => response.ok).length).toBeLessThan(200);
    expect(await calm.emitWithAck('presence', { user_ids: [] })).toEqual({ ok: true });
  });

  it('shares a limit with all sockets of its member, and with no others', async () => {
    const { token, id } = await buildMember(app);
    const sockets = await Promise.all(Array.from({ length: 40 }, () => connect({ token })));
    const leave = (socket: Socket): Promise<{ ok: boolean; message?: string }> =>
      socket.emitWithAck('leave', { room: id });
    // While no time passes, nothing is allowed again.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const responses = await Promise.all(sockets.flatMap((socket) => Array.from({ length: 75 }, () => leave(socket))));
    clock.mockRestore();
    expect(responses.filter(({ ok }) => ok)).toHaveLength(2_000);
    expect(responses.find(({ ok }) => !ok)?.message).toBe('Too many events. Please slow down.');
    expect(await leave(await connect({ token: ana.token }))).toEqual({ ok: true });
  });
});
