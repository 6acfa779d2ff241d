import { logout } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { listConversations } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { type ServerEventPayload, serverEvents } from '@afterhours/contract/realtime';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { createLinkStatus } from '../../realtime/relay/link-status.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { createRegistry } from './registry.ts';

/** Presence changes must arrive within this time. */
const PROMISED = { timeout: 10_000 };
let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

async function connect(member: TestMember, at = origin): Promise<Socket> {
  const socket = await connectSocket(at, member);
  open.push(socket);
  return socket;
}

/** Opens a tab that subscribes to members. Returns the latest presence received of each. */
async function subscribe(viewer: TestMember, ...members: TestMember[]) {
  const socket = await connect(viewer);
  const received = new Map<string, ServerEventPayload<'presence'>>();
  socket.on('presence', (payload: unknown) => {
    const presence = serverEvents.presence.parse(payload);
    received.set(presence.user_id, presence);
  });
  const response: unknown = await socket.emitWithAck('presence', { user_ids: members.map((member) => member.id) });
  expect(response).toEqual({ ok: true });
  return received;
}

const rowOf = (member: TestMember) =>
  app.services.db
    .selectFrom('users')
    .select(['login_time', 'last_seen_at'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
const isOnline = async (member: TestMember) => (await rowOf(member)).login_time !== null;
const setShown = (member: TestMember, shown: boolean) =>
  app.services.db.updateTable('users').set({ show_presence: shown }).where('id', '=', member.id).execute();

describe('The tabs of a member', () => {
  const loadVisible = async (member: TestMember) =>
    (await app.services.db.selectFrom('presence_members').selectAll().where('user_id', '=', member.id).execute()).map(
      ({ visible }) => visible,
    );
  const setVisible = (socket: Socket, visible: unknown): Promise<unknown> =>
    socket.emitWithAck('visibility', { visible });

  it('are visible while at least one of them is, and hidden until a browser reports otherwise', async () => {
    const [one, two] = [await connect(ana), await connect(ana)];
    await expect.poll(() => loadVisible(ana), PROMISED).toEqual([false]);
    expect(await setVisible(one, true)).toEqual({ ok: true });
    await expect.poll(() => loadVisible(ana), PROMISED).toEqual([true]);
    await setVisible(two, true);
    await setVisible(one, false);
    await setVisible(two, false);
    await expect.poll(() => loadVisible(ana), PROMISED).toEqual([false]);
    await setVisible(two, true);
    await expect.poll(() => loadVisible(ana), PROMISED).toEqual([true]);
    two.disconnect();
    await expect.poll(() => loadVisible(ana), PROMISED).toEqual([false]);
    expect(await setVisible(one, 'yes')).toMatchObject({ ok: false });
  });

  it('do not change what others see when they become visible', async () => {
    const received = await subscribe(ben, ana);
    const tab = await connect(ana);
    await expect.poll(() => received.get(ana.id)?.login_time, PROMISED).toBeTruthy();
    const before = received.get(ana.id);
    await setVisible(tab, true);
    await expect.poll(() => loadVisible(ana), PROMISED).toEqual([true]);
    expect(received.get(ana.id)).toBe(before);
  });
});

describe('The presence of a member', () => {
  it('ends when they delete their account', async () => {
    await connect(ana);
    const received = await subscribe(ben, ana);
    await expect.poll(() => received.get(ana.id)?.login_time).toBeTruthy();
    await app.call(deleteAccount, { token: ana.token, body: { password: PASSWORD } });
    await expect.poll(() => received.get(ana.id), PROMISED).toMatchObject({ login_time: null, updatedAt: null });
  });

  it('is online from the first tab to the last, and then shows when they were last seen', async () => {
    const received = await subscribe(ben, ana);
    expect(received.get(ana.id)).toMatchObject({ login_time: null, updatedAt: expect.any(String) });
    const [first, second] = [await connect(ana), await connect(ana)];
    await expect.poll(() => received.get(ana.id)?.login_time).not.toBeNull();
    const since = received.get(ana.id)?.login_time;
    first.disconnect();
    await connect(ana).then((third) => third.disconnect());
    expect(await isOnline(ana)).toBe(true);
    expect(received.get(ana.id)?.login_time).toBe(since);
    const before = Date.now() - 1_000;
    second.disconnect();
    await expect.poll(() => received.get(ana.id)?.login_time).toBeNull();
    expect(Date.parse(received.get(ana.id)?.updatedAt ?? '')).toBeGreaterThan(before);
    expect(await isOnline(ana)).toBe(false);
  });

  it('is offline after the session ends', async () => {
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    await connect(second);
    await expect.poll(() => isOnline(ana)).toBe(true);
    await app.call(logout, { token: second.token });
    await expect.poll(() => isOnline(ana)).toBe(false);
  });

  it('ends when the connection is dead', async () => {
    const received = await subscribe(ben, ana);
    const socket = await connect(ana);
    await expect.poll(() => received.get(ana.id)?.login_time).not.toBeNull();
    // The connection stays open, but no longer responds.
    const engine = socket.io.engine as unknown as { _sendPacket: () => void };
    expect(engine._sendPacket).toBeTypeOf('function');
    engine._sendPacket = () => undefined;
    await expect.poll(() => received.get(ana.id)?.login_time, PROMISED).toBeNull();
  }, 15_000);

  it('is hidden from everyone when switched off, and hides everyone from the member, at once', async () => {
    await connect(ana);
    await expect.poll(() => isOnline(ana)).toBe(true);
    const received = await subscribe(ben, ana);
    expect(received.get(ana.id)?.login_time).not.toBeNull();
    const hidden = { login_time: null, updatedAt: null };
    for (const member of [ana, ben]) {
      await setShown(member, false);
      await expect.poll(() => received.get(ana.id), PROMISED).toMatchObject(hidden);
      expect((await subscribe(ben, ana)).get(ana.id)).toMatchObject(hidden);
      await setShown(member, true);
      await expect.poll(() => received.get(ana.id)?.login_time, PROMISED).not.toBeNull();
    }
  });

  it('is shown in the list of chats', async () => {
    await buildTies(app, [ana, ben]);
    await app.call(createMessage, { token: ana.token, body: { content: 'Hi', receiver_id: ben.id } });
    await connect(ana);
    await expect.poll(() => isOnline(ana)).toBe(true);
    expect(await app.call(listConversations, { token: ben.token })).toMatchObject({
      body: [{ otherUserDetail: { login_time: expect.any(String) } }],
    });
  });
});

it('A new name or picture of a member is sent to the tabs that subscribe to them, and to no others', async () => {
  const [shown, other] = [await connect(ben), await connect(ben)];
  const received: unknown[] = [];
  const unexpected: unknown[] = [];
  shown.on('member', (payload: unknown) => received.push(serverEvents.member.parse(payload)));
  other.on('member', (payload: unknown) => unexpected.push(payload));
  await shown.emitWithAck('presence', { user_ids: [ana.id] });
  await app.call(updateProfile, { token: ana.token, body: { firstName: 'Anouk' } });
  await expect.poll(() => received).toMatchObject([{ user: { _id: ana.id, firstName: 'Anouk' } }]);
  await other.emitWithAck('presence', { user_ids: [] });
  expect(unexpected).toEqual([]);
});

describe('Presence on several servers', () => {
  it('includes tabs of all servers, and ends with a server', async () => {
    const received = await subscribe(ben, ana);
    const second = await startSecondServer(app);
    const here = await connect(ana);
    await connect(ana, second.origin);
    const count = () =>
      app.services.db.selectFrom('presence_members').select('node_id').where('user_id', '=', ana.id).execute();
    await expect.poll(count).toHaveLength(2);
    here.disconnect();
    await expect.poll(count).toHaveLength(1);
    expect(await isOnline(ana)).toBe(true);
    await second.stop();
    expect(await isOnline(ana)).toBe(false);
    await expect.poll(() => received.get(ana.id)?.login_time, PROMISED).toBeNull();
  });

  it('is not registered again when the link to the other servers ends after it', async () => {
    const linkStatus = createLinkStatus(null);
    let beats = 0;
    const listener = { onChanged: () => undefined, onHeartbeat: () => void beats++ };
    const count = async () => (await app.services.db.selectFrom('presence_nodes').select('id').execute()).length;
    await expect.poll(count).toBe(1);
    const registry = createRegistry({ ...app.services, linkStatus }, listener);
    registry.start();
    await expect.poll(count).toBe(2);
    await registry.stop();
    const before = beats;
    linkStatus.setOthers({ count: 0, linked: true });
    linkStatus.setOthers({ count: 1, linked: true });
    await registry.stop();
    expect([beats, await count()]).toEqual([before, 1]);
  });

  it('excludes a server that died, and includes one again that was wrongly considered dead', async () => {
    const { db } = app.services;
    const dead = newId();
    await sql`INSERT INTO presence_nodes (id, beat_at) VALUES (${dead}::uuid, now() - interval '8 seconds')`.execute(
      db,
    );
    await db.insertInto('presence_members').values({ node_id: dead, user_id: ana.id }).execute();
    await db.updateTable('users').set({ login_time: new Date() }).where('id', '=', ana.id).execute();
    await expect.poll(() => isOnline(ana), PROMISED).toBe(false);
    await connect(ana);
    await expect.poll(() => isOnline(ana)).toBe(true);
    await sql`DELETE FROM presence_nodes`.execute(db);
    await db.updateTable('users').set({ login_time: null }).where('id', '=', ana.id).execute();
    await expect.poll(() => isOnline(ana), PROMISED).toBe(true);
  });
});
