import { beforeEach, describe, expect, it, vi } from 'vitest';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { leaveBrowser } from '#features/account/session-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { readFiles } from '#lib/forms/unsent-files.ts';
import { createStore } from '#lib/store.ts';
import { buildMessage, buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeRequest, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { makeClientId } from './client-id.ts';
import { discardMessage, retryMessage, sendMessage } from './outbox-commands.ts';
import { selectOutboxEntries, selectSending } from './outbox-slice.ts';
import { readOutbox } from './outbox-store.ts';
import { watchOwnOutbox } from './outbox-watch.ts';

const me = idOf(1);
const jonas = idOf(2);
type Body = { content: string; receiver_id: string; client_id: string };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  writeSession('abc', buildOwnUser({ _id: me }));
  return () => void vi.useRealTimers();
});

/** Stores the messages that it receives, each client id once, as the server does. */
function buildServer(before: (requests: FakeRequest) => FakeResponse | undefined = () => undefined) {
  const stored: Body[] = [];
  const requests = serve({
    'POST /messages/create': (call) => {
      const refused = before(call);
      if (refused) return refused;
      const body = (call.body instanceof FormData ? Object.fromEntries(call.body) : call.body) as Body;
      if (!stored.some(({ client_id }) => client_id === body.client_id)) stored.push(body);
      const seq = stored.findIndex(({ client_id }) => client_id === body.client_id) + 1;
      return ok(buildMessage(seq, { ...body, sender_id: me }));
    },
    'GET /messages/conversation': fail(404, 'Not found.'),
  });
  return { requests, stored, contents: () => stored.map(({ content }) => content) };
}

function buildTab() {
  const store = createStore();
  selectOwnUser(store.getState());
  const stop = watchOwnOutbox(store);
  const send = (content: string) => store.dispatch(sendMessage({ receiverId: jonas, content, files: [] }));
  const waiting = () => selectOutboxEntries(store.getState());
  return { store, stop, send, waiting };
}

function buildFile() {
  const file = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
  const { name, type, size } = file;
  return { file, about: { name, type, size, filetype: 'attachment' as const, width: null, height: null } };
}

const settled = () => vi.waitFor(() => expect(readOutbox(me)).toEqual([]));

it('Message ids sort by the time they were created', () => {
  const ids = Array.from({ length: 50 }, makeClientId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

describe('A written message', () => {
  it('is sent in order and leaves the outbox when the server has stored it', async () => {
    const { contents, requests } = buildServer();
    const tab = buildTab();
    for (const content of ['One', 'Two', 'Three']) await tab.send(content);
    await settled();
    expect(contents()).toEqual(['One', 'Two', 'Three']);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
    expect(tab.waiting()).toEqual([]);
    tab.stop();
  });

  it('waits for an earlier one whose files are being stored', async () => {
    const { contents } = buildServer();
    const tab = buildTab();
    void tab.store.dispatch(sendMessage({ receiverId: jonas, content: 'With a file', files: [buildFile()] }));
    void tab.send('Next');
    expect(tab.waiting().map(({ content }) => content)).toEqual(['With a file', 'Next']);
    await vi.waitFor(() => expect(contents()).toHaveLength(2));
    expect(contents()).toEqual(['With a file', 'Next']);
    tab.stop();
  });

  it('is not left behind by a member who signs out while its files are being stored', async () => {
    buildServer();
    const tab = buildTab();
    const sent = tab.store.dispatch(sendMessage({ receiverId: jonas, content: 'See this', files: [buildFile()] }));
    const [entry] = tab.waiting();
    tab.store.dispatch(leaveBrowser());
    await sent;
    expect(readOutbox(me)).toEqual([]);
    expect(await readFiles(entry?.client_id ?? '')).toEqual([]);
    tab.stop();
  });

  it('is marked as in progress while it is being sent', async () => {
    const response = deferred<FakeResponse>();
    serve({ 'POST /messages/create': () => response.promise, 'GET /messages/conversation': fail(404, 'Not found.') });
    const tab = buildTab();
    await tab.send('Hello');
    await vi.waitFor(() => expect(selectSending(tab.store.getState())).toMatchObject({ receiverId: jonas }));
    response.resolve(ok(buildMessage(1)));
    await settled();
    expect(selectSending(tab.store.getState())).toBeNull();
    tab.stop();
  });

  it('waits while the server is unreachable, and is sent in order once it is back', async () => {
    let reachable = false;
    const { contents } = buildServer(() => (reachable ? undefined : 'unreachable'));
    const tab = buildTab();
    await tab.send('One');
    await tab.send('Two');
    await vi.waitFor(() => expect(selectSending(tab.store.getState())).toBeNull());
    expect(tab.waiting().map(({ content, failure }) => [content, failure])).toEqual([
      ['One', null],
      ['Two', null],
    ]);
    reachable = true;
    dispatchEvent(new Event('online'));
    await settled();
    expect(contents()).toEqual(['One', 'Two']);
    tab.stop();
  });

  it('is retried automatically, with growing delays', async () => {
    let times = 0;
    const { contents } = buildServer(() => (++times < 3 ? fail(503, 'Busy.') : undefined));
    const tab = buildTab();
    await tab.send('One');
    await vi.waitFor(() => expect(times).toBe(1));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(times).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(times).toBe(2);
    await vi.advanceTimersByTimeAsync(4_100);
    await settled();
    expect(contents()).toEqual(['One']);
    tab.stop();
  });

  it('is sent after a reload, under the same id', async () => {
    let reachable = false;
    const { requests, contents } = buildServer(() => (reachable ? undefined : 'unreachable'));
    const before = buildTab();
    await before.send('Kept');
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0));
    before.stop();
    reachable = true;
    await vi.advanceTimersByTimeAsync(0);
    const after = buildTab();
    expect(after.waiting()).toHaveLength(1);
    await settled();
    expect(contents()).toEqual(['Kept']);
    const ids = requests.flatMap(({ body }) => (body ? [(body as Body).client_id] : []));
    expect(new Set(ids).size).toBe(1);
    after.stop();
  });

  it('is stored once although its response was lost', async () => {
    let lost = false;
    const server = buildServer();
    const first = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const response = await first(...call);
      if (lost || call[1]?.method !== 'POST') return response;
      lost = true;
      throw new TypeError('Failed to fetch');
    });
    const tab = buildTab();
    await tab.send('Once');
    await vi.waitFor(() => expect(lost).toBe(true));
    await vi.advanceTimersByTimeAsync(2_100);
    await settled();
    expect(server.contents()).toEqual(['Once']);
    tab.stop();
  });

  it('is not sent by another member', async () => {
    const { contents } = buildServer(() => 'unreachable');
    const tab = buildTab();
    await tab.send('Mine');
    tab.stop();
    writeSession('def', buildOwnUser({ _id: idOf(8) }));
    const other = buildTab();
    expect(other.waiting()).toEqual([]);
    expect(readOutbox(me)).toHaveLength(1);
    expect(contents()).toEqual([]);
    other.stop();
  });
});

describe('A message that the server rejects', () => {
  const refusing = () => {
    let refused = true;
    const server = buildServer(({ body }) =>
      refused && (body as Body).content === 'Bad' ? fail(403, 'You cannot send messages to this member.') : undefined,
    );
    return { ...server, relent: () => (refused = false) };
  };

  it('is marked, and does not block the others', async () => {
    const { contents } = refusing();
    const tab = buildTab();
    await tab.send('Bad');
    await tab.send('Good');
    await vi.waitFor(() => expect(contents()).toEqual(['Good']));
    await vi.waitFor(() => expect(tab.waiting()).toHaveLength(1));
    expect(tab.waiting()[0]?.failure).toBe('You cannot send messages to this member.');
    tab.stop();
  });
  it('because of the daily limit shows the reason instead of being retried until midnight', async () => {
    const reason = 'You have reached the limit of 20 messages a day.';
    buildServer(() => fail(429, reason, { reason: 'daily' }));
    const tab = buildTab();
    await tab.send('Hello');
    await vi.waitFor(() => expect(tab.waiting()[0]?.failure).toBe(reason));
    tab.stop();
  });
  it('can be sent again', async () => {
    const { contents, relent } = refusing();
    const tab = buildTab();
    await tab.send('Bad');
    await vi.waitFor(() => expect(tab.waiting()[0]?.failure).not.toBeNull());
    relent();
    await tab.store.dispatch(retryMessage(tab.waiting()[0]!.client_id));
    await settled();
    expect(contents()).toEqual(['Bad']);
    tab.stop();
  });
  it('can be discarded', async () => {
    const { contents } = refusing();
    const tab = buildTab();
    await tab.send('Bad');
    await vi.waitFor(() => expect(tab.waiting()[0]?.failure).not.toBeNull());
    tab.store.dispatch(discardMessage(tab.waiting()[0]!.client_id));
    expect(tab.waiting()).toEqual([]);
    expect(readOutbox(me)).toEqual([]);
    expect(contents()).toEqual([]);
    tab.stop();
  });
});
