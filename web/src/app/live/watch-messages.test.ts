import type { ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connectionLoaded,
  selectConnection,
  selectPlaceOf,
  selectThread,
  selectTyping,
  threadLoaded,
  threadRequested,
} from '#features/messages/state/message-slice.ts';
import { selectPresence } from '#features/presence/presence-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildConversation, buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { watchMessages } from './watch-messages.ts';

const jonas = idOf(2);
const room = idOf(90);
const beside = {
  limit: 100,
  nextCursor: null,
  more: false,
  uniquekey: room,
  lastSeq: 2,
  readSeq: 2,
  otherReadSeq: 0,
  otherDeliveredSeq: 0,
  unreadMessages: 0,
};

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

function buildLine(answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({
    'GET /messages/conversation': ok(buildConversation({ lastSeq: 3, unreadCount: 1 })),
    ...answers,
  });
  const store = createStore();
  const handlers = new Map<string, (payload: unknown) => void>();
  const emit = vi.fn<(event: string, payload: unknown) => void>();
  const on = (event: string, handler: (payload: unknown) => void) => handlers.set(event, handler);
  const stop = watchMessages({ on, emit, connected: true } as unknown as Socket, store);
  const hear = <K extends keyof ServerEvents>(event: K, ...payload: Parameters<ServerEvents[K]>) =>
    handlers.get(event)?.(payload[0]);
  store.dispatch(connectionLoaded(buildConversation()));
  store.dispatch(threadRequested(jonas));
  const messages = [buildMessage(1), buildMessage(2)];
  store.dispatch(threadLoaded({ userId: jonas, messages, cursor: null, lastSeq: 2 }));
  return {
    asked,
    store,
    emit,
    hear,
    connect: () => handlers.get('connect')?.(undefined),
    stop,
    seqs: () => selectThread(store.getState(), jonas)?.items.map(({ seq }) => seq),
    chat: () => selectConnection(store.getState(), jonas),
  };
}

describe('A message received over the socket', () => {
  it('that arrives twice is shown once and counted once', () => {
    const line = buildLine();
    for (let times = 0; times < 2; times++) line.hear('message', { message: buildMessage(3) });
    line.hear('sendMessageToClient', { room, message: buildMessage(3) });
    expect(line.seqs()).toEqual([1, 2, 3]);
    expect(line.chat()).toMatchObject({ unreadCount: 1, lastSeq: 3, latestMessage: { content: 'Message 3' } });
    line.stop();
  });
  it('that follows a missed one loads the missed one, too', async () => {
    const line = buildLine({
      'GET /messages': ok([buildMessage(3), buildMessage(4)], { ...beside, lastSeq: 4 }),
    });
    line.hear('message', { message: buildMessage(4) });
    expect(line.seqs()).toEqual([1, 2]);
    await vi.waitFor(() => expect(line.seqs()).toEqual([1, 2, 3, 4]));
    expect(line.asked.find(({ path }) => path === '/messages')?.search.get('after')).toBe('2');
    line.stop();
  });
  it('that the viewer has sent from another tab is not unread', () => {
    const line = buildLine();
    line.hear('message', { message: buildMessage(3, { sender_id: idOf(1), receiver_id: jonas }) });
    expect(line.chat()).toMatchObject({ unreadCount: 0, lastSeq: 3 });
    line.stop();
  });
  it('is reported as delivered and ends the typing indicator', () => {
    const line = buildLine();
    line.connect();
    line.hear('typing', { uniquekey: room, user_id: jonas, typing: true });
    expect(selectTyping(line.store.getState(), jonas)).toBe(true);
    line.hear('message', { message: buildMessage(3) });
    expect(selectTyping(line.store.getState(), jonas)).toBe(false);
    expect(line.emit).toHaveBeenCalledWith('delivered', { room, seq: 3 });
    line.stop();
  });
  it('that is deleted keeps its place and loses its content, even if it arrives again', () => {
    const line = buildLine();
    line.hear('messageDeleted', { uniquekey: room, _id: idOf(702), seq: 2 });
    line.hear('message', { message: buildMessage(2) });
    expect(selectThread(line.store.getState(), jonas)?.items[1]).toMatchObject({ seq: 2, deleted: true, content: '' });
    expect(line.chat()?.latestMessage).toMatchObject({ deleted: true, content: '' });
    line.stop();
  });
});

describe('The read markers of a chat', () => {
  it('only move forward for the other member, and can be withheld', () => {
    const line = buildLine();
    line.hear('receipt', { uniquekey: room, user_id: jonas, readSeq: 2, deliveredSeq: 2 });
    line.hear('receipt', { uniquekey: room, user_id: jonas, readSeq: 1, deliveredSeq: 1 });
    expect(line.chat()).toMatchObject({ otherReadSeq: 2, otherDeliveredSeq: 2 });
    line.hear('receipt', { uniquekey: room, user_id: jonas, readSeq: null, deliveredSeq: 2 });
    expect(line.chat()?.otherReadSeq).toBeNull();
    line.stop();
  });
  it("follow the viewer's other tabs: read, pinned, deleted", () => {
    const line = buildLine();
    line.hear('message', { message: buildMessage(3) });
    const marks = { uniquekey: room, user_id: jonas, pinned: true, unreadCount: 0, readSeq: 3, clearedSeq: 0 };
    line.hear('conversation', marks);
    expect(line.chat()).toMatchObject({ pinned: true, unreadCount: 0, readSeq: 3 });
    line.hear('conversation', { ...marks, clearedSeq: 3 });
    expect(line.seqs()).toEqual([]);
    expect(line.chat()?.latestMessage).toBeNull();
    line.hear('message', { message: buildMessage(3) });
    expect(line.seqs()).toEqual([]);
    line.stop();
  });
});

it('The typing indicator disappears when no more typing events arrive', () => {
  vi.useFakeTimers();
  const line = buildLine();
  line.hear('typing', { uniquekey: room, user_id: jonas, typing: true });
  vi.advanceTimersByTime(8_100);
  expect(selectTyping(line.store.getState(), jonas)).toBe(false);
  line.stop();
  vi.useRealTimers();
});

it('Presence is shown as in its latest event', () => {
  const line = buildLine();
  line.hear('presence', { user_id: jonas, login_time: '2026-03-01T20:00:00.000Z', updatedAt: null });
  line.hear('presence', { user_id: jonas, login_time: null, updatedAt: '2026-03-01T20:05:00.000Z' });
  expect(selectPresence(line.store.getState(), jonas)).toEqual({
    login_time: null,
    updatedAt: '2026-03-01T20:05:00.000Z',
  });
  line.stop();
});

it('A socket that has reconnected loads missed messages', async () => {
  const line = buildLine({ 'GET /messages': ok([buildMessage(3)], { ...beside, lastSeq: 3 }) });
  line.connect();
  await vi.waitFor(() => expect(line.seqs()).toEqual([1, 2, 3]));
  line.stop();
});

it('A member who deletes the account is replaced by an anonymous row, in the list and in the open chat', async () => {
  const place = idOf(3);
  const nobody = { ...buildConversation().otherUserDetail, _id: place, firstName: 'Deleted', deleted: true };
  const line = buildLine({
    'GET /messages/conversation': ok(
      buildConversation({ other_user_id: place, otherUserDetail: nobody, canMessage: false }),
    ),
  });
  line.hear('memberLeft', { uniquekey: room, left_id: jonas, user_id: place });
  await vi.waitFor(() => expect(selectPlaceOf(line.store.getState(), jonas)).toBe(place));
  expect(line.chat()).toBeUndefined();
  expect(selectConnection(line.store.getState(), place)).toMatchObject({ canMessage: false });
  line.stop();
});
