import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeRequest, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Composer } from '../composer.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));
afterEach(() => vi.useRealTimers());

/** A server that stores drafts as the real one does; `respond` decides when a save gets its response. */
function serveDrafts(respond: (number: number, response: FakeResponse) => FakeResponse | Promise<FakeResponse>) {
  let stored: { version: number; body: Record<string, unknown> } | null = null;
  let saves = 0;
  const requests = serve({
    'GET /drafts': () => ok(stored ? [{ ...stored, _id: 'new', updatedAt: '2026-03-01T20:00:00.000Z' }] : []),
    'PUT /drafts/new': ({ body }: FakeRequest) => {
      const sent = body as { version: number; body: { description: string } };
      if (stored && stored.version !== sent.version) return fail(409, 'This draft was changed on another device.');
      const description = sent.body.description.trim();
      stored = { version: (stored?.version ?? 0) + 1, body: { ...sent.body, description } };
      return respond(++saves, ok({ ...stored, _id: 'new', updatedAt: '2026-03-01T20:00:00.000Z' }));
    },
  });
  const saved = () => requests.filter(({ method }) => method === 'PUT');
  return { saved, text: () => stored?.body['description'] };
}

const show = () => renderAt('/home', () => <Composer open onClose={() => undefined} />);
const write = (value: string) => fireEvent.change(screen.getByLabelText(/Description/), { target: { value } });
const conflict = () => screen.queryByText('You changed this draft on another device, too.');

it('A draft that was saved without a response before a reload was not changed on another device', async () => {
  const server = serveDrafts((number, response) => (number === 1 ? 'unreachable' : response));
  const { unmount } = show();
  write('Before the reload ');
  await waitFor(() => expect(server.saved()).toHaveLength(1));
  write('Before the reload, and a little more');
  unmount();
  show();
  await waitFor(() => expect(server.text()).toBe('Before the reload, and a little more'));
  expect(conflict()).toBeNull();
  await act(async () => undefined);
});

it('A save that takes longer than a pause in writing is not in conflict with the next one', async () => {
  const slow = deferred<void>();
  const server = serveDrafts(async (number, response) => {
    if (number === 1) await slow.promise;
    return response;
  });
  show();
  write('One');
  await waitFor(() => expect(server.saved()).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  write('One and two');
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  vi.useRealTimers();
  slow.resolve();
  await waitFor(() => expect(server.text()).toBe('One and two'));
  expect(conflict()).toBeNull();
  await act(async () => undefined);
});
