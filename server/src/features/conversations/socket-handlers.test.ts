import { deleteMessage, setMessagesRead, setPinned } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import {
  type ServerEventName,
  type ServerEventPayload,
  serverEvents,
  type WatchResponse,
} from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildPdf } from '#testing/files/documents.ts';
import { buildForm } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildTrio, type TestMember } from '#testing/rows/members.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const NO_ROOM = { ok: false, message: 'This conversation is not yours.' };
let app: TestApp;
let origin: string;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
let room: string;
const open: Socket[] = [];

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
  await buildTies(app, [ana, ben, cleo]);
  room = (await send(ana, ben, 'Hello')).uniquekey;
  // Earlier broadcasts are sent before anybody is listening.
  await app.services.serialQueue.settled();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

async function send(from: TestMember, to: TestMember, content: string) {
  return (await succeed(app.call(createMessage, { token: from.token, body: { content, receiver_id: to.id } }))).body;
}

/**
 * Opens a tab. Returns its received events, each parsed by the contract, and a function that sends an event and waits
 * for the response.
 */
async function openTab(member: TestMember) {
  const socket = await connectSocket(origin, member);
  open.push(socket);
  const received: { [K in ServerEventName]?: ServerEventPayload<K>[] } = {};
  socket.onAny((event: ServerEventName, payload: unknown) => {
    ((received[event] ??= []) as unknown[]).push(serverEvents[event].parse(payload));
  });
  return {
    received,
    emit: (event: string, ...payload: unknown[]): Promise<WatchResponse> => socket.emitWithAck(event, ...payload),
  };
}

describe('The room of a conversation', () => {
  it('admits only its two members', async () => {
    const [mine, theirs, third] = await Promise.all([ana, ben, cleo].map(openTab));
    for (const each of [mine, theirs])
      expect(await each!.emit('join', { room, userId: ana.id, username: 'x' })).toEqual({ ok: true });
    for (const [event, payload] of [
      ['join', {}],
      ['sendMessageToServer', { message: { content: 'x' } }],
      ['typing', { typing: true }],
      ['delivered', { seq: 1 }],
    ] as const) {
      expect(await third!.emit(event, { room, ...payload }), event).toEqual(NO_ROOM);
      expect(await mine!.emit(event, { room: crypto.randomUUID(), ...payload }), event).toEqual(NO_ROOM);
    }
  });

  it('receives what was stored, not what a client claims to have sent', async () => {
    const [mine, tab, theirs, third] = await Promise.all([ana, ana, ben, cleo].map(openTab));
    for (const each of [mine!, tab!, theirs!]) await each.emit('join', { room });
    await third!.emit('join', { room });
    const stored = await send(ana, ben, 'Stored');
    await send(ben, ana, 'Something else');
    expect(
      await mine!.emit('sendMessageToServer', { room, message: { content: 'Forged', sender_id: ben.id } }),
    ).toEqual({
      ok: true,
    });
    await expect
      .poll(() => theirs!.received.sendMessageToClient)
      .toMatchObject([{ room, message: { _id: stored._id, content: 'Stored', sender_id: ana.id } }]);
    await expect.poll(() => tab!.received.sendMessageToClient).toHaveLength(1);
    await theirs!.emit('leave', { room });
    await mine!.emit('sendMessageToServer', { room });
    await expect.poll(() => tab!.received.sendMessageToClient).toHaveLength(2);
    await theirs!.emit('leave', { room });
    expect(theirs!.received.sendMessageToClient).toHaveLength(1);
    expect([mine!.received.sendMessageToClient, third!.received.sendMessageToClient]).toEqual([undefined, undefined]);
  });
});

describe('The tabs of two members', () => {
  it("receive a message with files under each member's own addresses, and the receiver's unread count", async () => {
    const [mine, theirs, third] = await Promise.all([ana, ben, cleo].map(openTab));
    await buildConnection(app, ana, ben);
    const file = { field: 'attachment', name: 'offer.pdf', bytes: buildPdf() };
    const form = buildForm({ content: '', receiver_id: ben.id }, [file]);
    await app.call(createMessage, { token: ana.token, form });
    await expect.poll(() => mine!.received.message).toMatchObject([{ message: { seq: 2 } }]);
    await expect.poll(() => theirs!.received.message).toMatchObject([{ message: { seq: 2 } }]);
    const address = (each: typeof mine) => each!.received.message![0]!.message.attachments[0]!.url;
    expect([address(mine).includes(ana.id), address(theirs).includes(ben.id)]).toEqual([true, true]);
    // The new connection is announced by a notification, which may come later.
    await expect
      .poll(() => theirs!.received.unread?.findLast((counts) => counts.messages !== undefined))
      .toEqual({ messages: 2 });
    expect(third!.received).toEqual({});
  });

  it('receive deletions, read receipts and delivery receipts', async () => {
    const [mine, theirs, tab] = await Promise.all([ana, ben, ben].map(openTab));
    const second = await send(ana, ben, 'Two');
    expect(await theirs!.emit('delivered', { room, seq: 99 })).toEqual({ ok: true });
    await expect
      .poll(() => mine!.received.receipt?.at(-1))
      .toEqual({
        uniquekey: room,
        user_id: ben.id,
        readSeq: 0,
        deliveredSeq: 2,
      });
    expect(await theirs!.emit('delivered', { room, seq: 1 })).toEqual({ ok: true });
    await app.call(setMessagesRead, { token: ben.token, body: { user_id: ana.id, seq: 1 } });
    await expect.poll(() => mine!.received.receipt?.at(-1)).toMatchObject({ readSeq: 1, deliveredSeq: 2 });
    await expect
      .poll(() => tab!.received.conversation?.at(-1))
      .toMatchObject({
        uniquekey: room,
        user_id: ana.id,
        readSeq: 1,
        unreadCount: 1,
      });
    await expect
      .poll(() => tab!.received.unread?.findLast((counts) => counts.notifications !== undefined))
      .toEqual({
        notifications: 0,
      });
    await app.call(deleteMessage, { token: ana.token, params: { id: second._id } });
    for (const each of [mine, theirs, tab])
      await expect.poll(() => each!.received.messageDeleted).toEqual([{ uniquekey: room, _id: second._id, seq: 2 }]);
    await expect.poll(() => tab!.received.unread?.at(-1)).toEqual({ messages: 0 });
    await app.call(setPinned, { token: ben.token, body: { user_id: ana.id, status: 1 } });
    await expect.poll(() => tab!.received.conversation?.at(-1)).toMatchObject({ pinned: true, unreadCount: 0 });
    expect(mine!.received.conversation).toBeUndefined();
  });

  it('receive no read receipts of a member who has switched them off', async () => {
    await app.services.db.updateTable('users').set({ read_receipts: false }).where('id', '=', ben.id).execute();
    const mine = await openTab(ana);
    await app.call(setMessagesRead, { token: ben.token, body: { user_id: ana.id, seq: 1 } });
    await expect
      .poll(() => mine.received.receipt)
      .toEqual([{ uniquekey: room, user_id: ben.id, readSeq: null, deliveredSeq: 1 }]);
  });

  it('receive typing events at most once a second, and the last one always', async () => {
    const [mine, theirs] = await Promise.all([ana, ben].map(openTab));
    const began = performance.now();
    for (const typing of [true, true, true, false, true, false])
      expect(await mine!.emit('typing', { room, typing })).toEqual({ ok: true });
    await expect
      .poll(() => theirs!.received.typing)
      .toEqual([
        { uniquekey: room, user_id: ana.id, typing: true },
        { uniquekey: room, user_id: ana.id, typing: false },
      ]);
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(mine!.received.typing).toBeUndefined();
  });
});

describe('A client event with an invalid payload', () => {
  it.each(['join', 'leave', 'sendMessageToServer', 'typing', 'delivered', 'presence', 'nothing'])(
    '%s is rejected with a message',
    async (event) => {
      const each = await openTab(ana);
      const wrong = { ok: false, message: 'This event has an invalid format.' };
      for (const payload of [[], [null], ['x'], [5], [{}], [[]], [{ room: 'x' }], [{ room: { $gt: '' } }, 'more']]) {
        expect(await each.emit(event, ...payload)).toEqual(wrong);
      }
      expect(await each.emit('typing', { room, typing: 'yes' })).toEqual(wrong);
      expect(await each.emit('delivered', { room, seq: -1 })).toEqual(wrong);
      expect(await each.emit('presence', { user_ids: Array.from({ length: 201 }, () => ana.id) })).toEqual(wrong);
    },
  );
});
