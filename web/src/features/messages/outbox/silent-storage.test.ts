/** Messages with files in a browser whose IndexedDB never answers. */
import { beforeEach, expect, it, vi } from 'vitest';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import * as notify from '#lib/notify.ts';
import { createStore } from '#lib/store.ts';
import { buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { makeClientId } from './client-id.ts';
import { retryMessage, sendMessage } from './outbox-commands.ts';
import { selectOutboxEntries } from './outbox-slice.ts';
import { type OutboxEntry, readOutbox, writeOutboxEntry } from './outbox-store.ts';
import { watchOwnOutbox } from './outbox-watch.ts';

const me = idOf(1);
const receiverId = idOf(2);
const about = { name: 'plan.pdf', type: 'application/pdf', size: 1, filetype: 'attachment' as const };
const fileAbout = { ...about, width: null, height: null };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requests: Partial<IDBOpenDBRequest>[] = [];
  vi.stubGlobal('indexedDB', {
    open() {
      const request: Partial<IDBOpenDBRequest> = {};
      requests.push(request);
      return request;
    },
  });
  writeSession('abc', buildOwnUser({ _id: me }));
  return () => {
    vi.useRealTimers();
    // Test files share their modules: the next one would also wait for this database.
    for (const request of requests) request.onerror?.call(request as IDBOpenDBRequest, new Event('error'));
  };
});

function buildTab() {
  const sent: string[] = [];
  serve({
    'POST /messages/create': ({ body }) => {
      const { content } = (body instanceof FormData ? Object.fromEntries(body) : body) as OutboxEntry;
      sent.push(content);
      return ok(buildMessage(sent.length, { content, sender_id: me }));
    },
    'GET /messages/conversation': fail(404, 'Not found.'),
  });
  const store = createStore();
  selectOwnUser(store.getState());
  return { store, sent, stop: watchOwnOutbox(store), waiting: () => selectOutboxEntries(store.getState()) };
}

it('A message with a file is sent all the same, and so are the messages after it', async () => {
  const { store, sent, stop } = buildTab();
  const file = new File(['x'], about.name, { type: about.type });
  void store.dispatch(sendMessage({ receiverId, content: 'See this', files: [{ file, about: fileAbout }] }));
  void store.dispatch(sendMessage({ receiverId, content: 'Next', files: [] }));
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(sent).toEqual(['See this', 'Next']));
  stop();
});

it('A message whose file cannot be read holds up no others, and its file stays for another attempt', async () => {
  const entry = { receiver_id: receiverId, createdAt: '2026-03-01T20:00:00.000Z', failure: null };
  const withFile = { ...entry, client_id: makeClientId(), content: 'See this', files: [fileAbout] };
  writeOutboxEntry(me, withFile);
  writeOutboxEntry(me, { ...entry, client_id: makeClientId(), content: 'Next', files: [] });
  const { store, sent, stop, waiting } = buildTab();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(sent).toEqual(['Next']));
  const said = vi.spyOn(notify, 'showError').mockImplementation(() => undefined);
  const retried = store.dispatch(retryMessage(withFile.client_id));
  await vi.advanceTimersByTimeAsync(10_000);
  await retried;
  expect(said).toHaveBeenCalledWith(waiting()[0]?.failure);
  expect(readOutbox(me).map(({ client_id }) => client_id)).toEqual([withFile.client_id]);
  expect(waiting()[0]?.failure).toContain('no longer in this browser');
  stop();
});
