import { renderHook } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildConversation, buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { conversationLoaded, olderLoaded, threadLoaded, threadRequested } from '../state/message-slice.ts';
import { useShownMessages } from './use-read-markers.ts';

const userId = idOf(2);
const messagesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => buildMessage(first + index));

beforeEach(() => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

it('Unread messages that were loaded later are marked as read as far as they are shown, and none twice', async () => {
  const requests = serve({
    'PUT /messages/read': ({ body }) => ok({ readSeq: (body as { seq: number }).seq, unreadCount: 40 }),
  });
  const store = createStore();
  const conversation = { ...buildConversation({ unreadCount: 60, readSeq: 0, lastSeq: 60 }), contact: null };
  store.dispatch(conversationLoaded({ conversation }));
  store.dispatch(threadRequested(userId));
  store.dispatch(threadLoaded({ userId, messages: messagesFrom(31, 60), cursor: 'older', lastSeq: 60 }));
  const { result } = renderHook(() => useShownMessages(userId), {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  const show = async (seq: number) => {
    result.current(seq);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await show(45);
  store.dispatch(olderLoaded({ userId, messages: messagesFrom(1, 30), from: 'older', cursor: null }));
  for (const seq of [20, 10, 20]) await show(seq);
  expect(requests.map(({ body }) => body)).toEqual([{ user_id: userId, seq: 20 }]);
});
