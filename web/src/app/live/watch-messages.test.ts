import type { ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { selectPerson } from '#entities/people/user-slice.ts';
import {
  conversationLoaded,
  selectConversation,
  selectReplacementOf,
  selectThread,
  selectTyping,
  threadLoaded,
  threadRequested,
} from '#features/messages/state/message-slice.ts';
import { selectPresence } from '#features/presence/presence-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildConversation, buildMessage, buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { watchMessages } from './watch-messages.ts';

const jonas = idOf(2);
const room = idOf(90);
const paging = {
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

function connectStore(responses: Parameters<typeof serve>[0] = {}) {
  const requests = serve({
    'GET /messages/conversation': ok(buildConversation({ lastSeq: 3, unreadCount: 1 })),
    ...responses,
  });
  const store = createStore();
  const handlers = new Map<string, (payload: unknown) => void>();
  const emit = vi.fn<(event: string, payload: unknown) => void>();
  const on = (event: string, handler: (payload: unknown) => void) => handlers.set(event, handler);
  const stop = watchMessages({ on, emit, connected: true } as unknown as Socket, store);
  const receive = <K extends keyof ServerEvents>(event: K, ...payload: Parameters<ServerEvents[K]>) =>
    handlers.get(event)?.(payload[0]);
  store.dispatch(conversationLoaded({ conversation: buildConversation() }));
  store.dispatch(threadRequested(jonas));
  const messages = [buildMessage(1), buildMessage(2)];
  store.dispatch(threadLoaded({ userId: jonas, messages, cursor: null, lastSeq: 2 }));
  return {
    requests,
    store,
    emit,
    receive,
    connect: () => handlers.get('connect')?.(undefined),
    disconnect: () => handlers.get('disconnect')?.(undefined),
    stop,
    seqs: () => selectThread(store.getState(), jonas)?.items.map(({ seq }) => seq),
    chat: () => selectConversation(store.getState(), jonas),
  };
}

describe('A message received over the socket', () => {
  it('that arrives twice is shown once and counted once', () => {
    const connection = connectStore();
    for (let times = 0; times < 2; times++) connection.receive('message', { message: buildMessage(3) });
    connection.receive('sendMessageToClient', { room, message: buildMessage(3) });
    expect(connection.seqs()).toEqual([1, 2, 3]);
    expect(connection.chat()).toMatchObject({ unreadCount: 1, lastSeq: 3, latestMessage: { content: 'Message 3' } });
    connection.stop();
  });
  it('that follows a missed one loads the missed one, too', async () => {
    const connection = connectStore({
      'GET /messages': ok([buildMessage(3), buildMessage(4)], { ...paging, lastSeq: 4 }),
    });
    connection.receive('message', { message: buildMessage(4) });
    expect(connection.seqs()).toEqual([1, 2]);
    await vi.waitFor(() => expect(connection.seqs()).toEqual([1, 2, 3, 4]));
    expect(connection.requests.find(({ path }) => path === '/messages')?.search.get('after')).toBe('2');
    connection.stop();
  });
  it('causes a request for the exact count only if the server does not send it', async () => {
    vi.useFakeTimers();
    const connection = connectStore();
    const counted = { uniquekey: room, user_id: jonas, pinned: false, unreadCount: 1, readSeq: 2, clearedSeq: 0 };
    connection.receive('message', { message: buildMessage(3) });
    connection.receive('conversation', counted);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.requests).toEqual([]);
    connection.receive('message', { message: buildMessage(4) });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.requests.map(({ path }) => path)).toContain('/messages/conversation');
    connection.stop();
    vi.useRealTimers();
  });
  it('that the viewer has sent from another tab is not unread', () => {
    const connection = connectStore();
    connection.receive('message', { message: buildMessage(3, { sender_id: idOf(1), receiver_id: jonas }) });
    expect(connection.chat()).toMatchObject({ unreadCount: 0, lastSeq: 3 });
    connection.stop();
  });
  it('is reported as delivered and ends the typing indicator', () => {
    const connection = connectStore();
    connection.connect();
    connection.receive('typing', { uniquekey: room, user_id: jonas, typing: true });
    expect(selectTyping(connection.store.getState(), jonas)).toBe(true);
    connection.receive('message', { message: buildMessage(3) });
    expect(selectTyping(connection.store.getState(), jonas)).toBe(false);
    expect(connection.emit).toHaveBeenCalledWith('delivered', { room, seq: 3 });
    connection.stop();
  });
  it('that is deleted keeps its place and loses its content, even if it arrives again', () => {
    const connection = connectStore();
    connection.receive('messageDeleted', { uniquekey: room, _id: idOf(702), seq: 2 });
    connection.receive('message', { message: buildMessage(2) });
    expect(selectThread(connection.store.getState(), jonas)?.items[1]).toMatchObject({
      seq: 2,
      deleted: true,
      content: '',
    });
    expect(connection.chat()?.latestMessage).toMatchObject({ deleted: true, content: '' });
    connection.stop();
  });
  it('that a decision has hidden is shown again, with its files, once the decision is reversed', async () => {
    vi.useFakeTimers();
    const file = {
      _id: idOf(50),
      filetype: 'attachment' as const,
      filename: 'a.pdf',
      name: 'offer.pdf',
      mimeType: 'application/pdf',
      size: 9,
      width: null,
      height: null,
      placeholder: null,
      url: '/a.pdf',
      downloadUrl: '/a.pdf',
      urlExpiresAt: '2099-01-01T00:00:00.000Z',
    };
    const shown = buildMessage(2, { attachments: [file] });
    const chat = buildConversation({ lastSeq: 2, unreadCount: 1 });
    const connection = connectStore({
      'GET /messages': ok([buildMessage(1), shown], paging),
      'GET /messages/conversation': ok(chat),
    });
    connection.receive('messageDeleted', { uniquekey: room, _id: idOf(702), seq: 2 });
    for (let times = 0; times < 2; times++) connection.receive('messageShown', { uniquekey: room });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(selectThread(connection.store.getState(), jonas)?.items[1]).toMatchObject({
      deleted: false,
      content: 'Message 2',
      attachments: [file],
    });
    expect(connection.chat()).toMatchObject({ latestMessage: chat.latestMessage, unreadCount: 1 });
    expect(connection.requests.filter(({ path }) => path === '/messages')).toHaveLength(1);
    connection.stop();
    vi.useRealTimers();
  });
});

describe('The read markers of a chat', () => {
  it('only move forward for the other member, and can be withheld', () => {
    const connection = connectStore();
    connection.receive('receipt', { uniquekey: room, user_id: jonas, readSeq: 2, deliveredSeq: 2 });
    connection.receive('receipt', { uniquekey: room, user_id: jonas, readSeq: 1, deliveredSeq: 1 });
    expect(connection.chat()).toMatchObject({ otherReadSeq: 2, otherDeliveredSeq: 2 });
    connection.receive('receipt', { uniquekey: room, user_id: jonas, readSeq: null, deliveredSeq: 2 });
    expect(connection.chat()?.otherReadSeq).toBeNull();
    connection.stop();
  });
  it("follow the viewer's other tabs: read, pinned, deleted", () => {
    const connection = connectStore();
    connection.receive('message', { message: buildMessage(3) });
    const marks = { uniquekey: room, user_id: jonas, pinned: true, unreadCount: 0, readSeq: 3, clearedSeq: 0 };
    connection.receive('conversation', marks);
    expect(connection.chat()).toMatchObject({ pinned: true, unreadCount: 0, readSeq: 3 });
    connection.receive('conversation', { ...marks, clearedSeq: 3 });
    expect(connection.seqs()).toEqual([]);
    expect(connection.chat()?.latestMessage).toBeNull();
    connection.receive('message', { message: buildMessage(3) });
    expect(connection.seqs()).toEqual([]);
    connection.stop();
  });
});

it('The typing indicator disappears when no more typing events arrive', () => {
  vi.useFakeTimers();
  const connection = connectStore();
  connection.receive('typing', { uniquekey: room, user_id: jonas, typing: true });
  vi.advanceTimersByTime(8_100);
  expect(selectTyping(connection.store.getState(), jonas)).toBe(false);
  connection.stop();
  vi.useRealTimers();
});

it('Presence is shown as in its latest event', () => {
  const connection = connectStore();
  connection.receive('presence', { user_id: jonas, login_time: '2026-03-01T20:00:00.000Z', updatedAt: null });
  connection.receive('presence', { user_id: jonas, login_time: null, updatedAt: '2026-03-01T20:05:00.000Z' });
  expect(selectPresence(connection.store.getState(), jonas)).toEqual({
    login_time: null,
    updatedAt: '2026-03-01T20:05:00.000Z',
  });
  connection.stop();
});

it('Presence is unknown while the connection is away, until the server has sent it again', () => {
  const connection = connectStore();
  const online = { user_id: jonas, login_time: '2026-03-01T20:00:00.000Z', updatedAt: null };
  const presence = () => selectPresence(connection.store.getState(), jonas);
  connection.receive('presence', online);
  connection.disconnect();
  expect(presence()).toEqual({ login_time: null, updatedAt: null });
  connection.connect();
  expect(presence()?.login_time).toBeNull();
  connection.receive('presence', online);
  expect(presence()?.login_time).toBe(online.login_time);
  connection.stop();
});

it('A new name of the other member shows in the chat and wherever else the member is shown', () => {
  const connection = connectStore();
  const user = buildPerson({ _id: jonas, firstName: 'Yonas', image: 'a-b.jpg' });
  connection.receive('member', { user });
  connection.receive('member', { user: buildPerson({ _id: idOf(7) }) });
  expect(connection.chat()?.otherUserDetail).toEqual({ ...buildConversation().otherUserDetail, ...user });
  expect(selectPerson(connection.store.getState(), jonas)).toEqual(user);
  connection.stop();
});

it('A socket that has reconnected loads missed messages', async () => {
  const connection = connectStore({ 'GET /messages': ok([buildMessage(3)], { ...paging, lastSeq: 3 }) });
  connection.connect();
  await vi.waitFor(() => expect(connection.seqs()).toEqual([1, 2, 3]));
  connection.stop();
});

it('A member who deletes the account is replaced by an anonymous row, in the list and in the open chat', async () => {
  const place = idOf(3);
  const nobody = { ...buildConversation().otherUserDetail, _id: place, firstName: 'Deleted', deleted: true };
  const connection = connectStore({
    'GET /messages/conversation': ok(
      buildConversation({ other_user_id: place, otherUserDetail: nobody, canMessage: false }),
    ),
  });
  connection.receive('memberLeft', { uniquekey: room, left_id: jonas, user_id: place });
  await vi.waitFor(() => expect(selectReplacementOf(connection.store.getState(), jonas)).toBe(place));
  expect(connection.chat()).toBeUndefined();
  expect(selectConversation(connection.store.getState(), place)).toMatchObject({ canMessage: false });
  connection.stop();
});

it('An open chat with a member who leaves stays when their invitation ends with it', async () => {
  const place = idOf(3);
  const loading = deferred<FakeResponse>();
  const connection = connectStore({
    'GET /messages/conversation': () => loading.promise,
    'GET /messages/requests': ok([], { ...paging, waiting: 0 }),
  });
  connection.receive('memberLeft', { uniquekey: room, left_id: jonas, user_id: place });
  const at = '2026-03-01T20:00:00.000Z';
  connection.receive('tie', { user_id: jonas, connectionStatus: 'none', connectionsCount: 0, receivedCount: 0, at });
  expect(connection.requests.map(({ search }) => search.get('userId'))).toEqual([place]);
  loading.resolve(ok(buildConversation({ other_user_id: place })));
  await vi.waitFor(() => expect(selectReplacementOf(connection.store.getState(), jonas)).toBe(place));
  connection.stop();
});

it('The number of message requests is loaded again when the sender of one leaves', async () => {
  const connection = connectStore({ 'GET /messages/requests': ok([], { ...paging, waiting: 0 }) });
  connection.receive('memberLeft', { uniquekey: room, left_id: idOf(7), user_id: idOf(8) });
  await vi.waitFor(() => expect(connection.requests.map(({ path }) => path)).toEqual(['/messages/requests']));
  connection.stop();
});
