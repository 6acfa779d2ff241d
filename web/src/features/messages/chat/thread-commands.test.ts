import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildConversation, buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { conversationLoaded, olderLoaded, threadLoaded, threadRequested } from '../state/message-slice.ts';
import { markShown } from './thread-commands.ts';

const userId = idOf(2);
const messagesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => buildMessage(first + index));

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

it('Messages that come into view are not marked as read while unread ones above them are not loaded', async () => {
  const requests = serve({ 'PUT /messages/read': ok({ readSeq: 45, unreadCount: 15 }) });
  const store = createStore();
  const conversation = { ...buildConversation({ unreadCount: 60, readSeq: 0, lastSeq: 60 }), contact: null };
  store.dispatch(conversationLoaded({ conversation }));
  store.dispatch(threadRequested(userId));
  store.dispatch(threadLoaded({ userId, messages: messagesFrom(31, 60), cursor: 'older', lastSeq: 60 }));
  store.dispatch(markShown(userId, 45));
  store.dispatch(olderLoaded({ userId, messages: messagesFrom(1, 30), from: 'older', cursor: null }));
  expect(requests).toEqual([]);
  store.dispatch(markShown(userId, 45));
  await vi.waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ user_id: userId, seq: 45 }]));
});
