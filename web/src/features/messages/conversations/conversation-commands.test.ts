import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildConversation, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { conversationGone, selectMessageState } from '../state/message-slice.ts';
import { clearChat, loadConversation, loadConversations, pinChat } from './conversation-commands.ts';

const jonas = idOf(2);
const paging = { page: null, limit: 20, nextCursor: null, unreadMessages: 0 };

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

/** A store with one chat, whose list has been requested again; `respond` sends the list from before any change. */
async function reloading() {
  const slow = deferred<undefined>();
  let isSlow = false;
  const list = ({ search }: { search: URLSearchParams }): Promise<FakeResponse> | FakeResponse => {
    const page = ok(search.get('pinned') === 'true' ? [] : [buildConversation()], paging);
    return isSlow ? slow.promise.then(() => page) : page;
  };
  let pinned: FakeResponse = ok({ user_id: jonas, pinned: true });
  serve({
    'GET /connections/getAllMessageConnections': list,
    'GET /messages/conversation': ok(buildConversation({ pinned: true, status: 1 })),
    'PUT /pinUser': () => pinned,
    'PUT /messages/deleteChat': ok({ user_id: jonas, uniquekey: idOf(90) }, { unreadMessages: 0 }),
  });
  const store = createStore();
  await store.dispatch(loadConversations());
  isSlow = true;
  const reloaded = store.dispatch(loadConversations());
  const respond = async () => {
    slow.resolve(undefined);
    await reloaded;
  };
  const chat = () => selectMessageState(store.getState()).connections[jonas];
  const rejectPins = () => {
    pinned = fail(503, 'Busy.');
  };
  return { store, respond, chat, rejectPins };
}

it('A chat that was pinned while the list was loading stays pinned', async () => {
  const { store, respond, chat } = await reloading();
  await store.dispatch(pinChat(jonas, true));
  await respond();
  expect(chat()).toMatchObject({ pinned: true, status: 1 });
});

it('A chat that was deleted while the list was loading stays deleted', async () => {
  const { store, respond, chat } = await reloading();
  await store.dispatch(clearChat(jonas));
  await respond();
  expect(chat()).toMatchObject({ latestMessage: null, unreadCount: 0 });
});

it('A chat that disappeared while the list was loading does not return', async () => {
  const { store, respond, chat } = await reloading();
  store.dispatch(conversationGone(jonas));
  await respond();
  expect(chat()).toBeUndefined();
});

it('A chat whose pin is rejected moves back, and later lists apply', async () => {
  const { store, respond, chat, rejectPins } = await reloading();
  rejectPins();
  await store.dispatch(pinChat(jonas, true));
  await respond();
  expect(chat()).toMatchObject({ pinned: false, status: 0 });
});

it('A chat that a list removed while it was being pinned is loaded again', async () => {
  const { store, respond, chat } = await reloading();
  await respond();
  const pinning = store.dispatch(pinChat(jonas, true));
  store.dispatch(conversationGone(jonas));
  await pinning;
  expect(chat()).toMatchObject({ pinned: true });
});

it('A chat that the server does not have is removed', async () => {
  const { store, chat } = await reloading();
  serve({ 'GET /messages/conversation': fail(404, 'Gone.') });
  await store.dispatch(loadConversation({ userId: jonas }));
  expect(chat()).toBeUndefined();
});
