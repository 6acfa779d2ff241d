import { act, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { expect, it, vi } from 'vitest';
import { reloadSavedSearches } from '#features/saved-searches/saved-search-changes.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { JobsPage } from './jobs-page.tsx';

/** Simulates a viewport; `turn` makes it wide or narrow. */
function serveViewport() {
  let isWide = false;
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return (wide: boolean) =>
    act(() => {
      isWide = wide;
      for (const listener of listeners) listener();
    });
}

const searches = [1, 2, 3, 4].map((n) => ({
  _id: idOf(n),
  query: { keyword: `baker ${n}` },
  cadence: 'daily',
  link: `/jobs?q=baker+${n}`,
  createdAt: '2026-03-01T20:00:00.000Z',
}));

it('The saved searches stay open and keep the focus when a tablet is turned', async () => {
  const turn = serveViewport();
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  const page = { page: null, limit: 20, nextCursor: null };
  const requests = serve({ 'GET /searches/saved': ok(searches, page), 'GET /jobs': ok([], page) });
  const { user } = renderAt('/jobs?q=carpenter', () => <JobsPage />);
  await user.click(await screen.findByRole('button', { name: 'All saved searches' }));
  await user.selectOptions(screen.getByLabelText('Notify me'), 'weekly');
  const cadence = screen.getByLabelText<HTMLSelectElement>('Notify me');
  cadence.focus();
  for (const wide of [true, false]) {
    turn(wide);
    const side = within(screen.getByRole('complementary', { name: 'More to see' }));
    await waitFor(() => expect(side.queryByLabelText('Notify me')).toBe(wide ? cadence : null));
    expect(screen.getByLabelText<HTMLSelectElement>('Notify me').value).toBe('weekly');
    expect(document.activeElement).toBe(cadence);
    expect(within(screen.getByRole('list', { name: 'Saved searches' })).getAllByRole('listitem')).toHaveLength(4);
  }
  expect(requests.filter(({ path }) => path === '/searches/saved')).toHaveLength(1);
});

it('The focus moves to the first of the other saved searches, and back', async () => {
  serveViewport();
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  const page = { page: null, limit: 20, nextCursor: null };
  serve({ 'GET /searches/saved': ok(searches, page), 'GET /jobs': ok([], page) });
  const { user } = renderAt('/jobs', () => <JobsPage />);
  await user.click(await screen.findByRole('button', { name: 'All saved searches' }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('baker 4'));
  await user.click(screen.getByRole('button', { name: 'Fewer saved searches' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('All saved searches'));
});

it('Saved searches follow what is saved and deleted, here and in other tabs', async () => {
  serveViewport();
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  const page = { page: null, limit: 20, nextCursor: null };
  let stored = searches.slice(0, 1);
  serve({
    'GET /searches/saved': () => ok(stored, page),
    'POST /searches/saved': ok(searches[1]),
    'GET /jobs': ok([], page),
  });
  const { user } = renderAt('/jobs?q=baker+2', () => <JobsPage />);
  const rows = () => screen.getAllByRole('button', { name: /^Delete the saved/ }).map(({ ariaLabel }) => ariaLabel);
  await user.click(await screen.findByRole('button', { name: 'Save this search' }));
  const [first, second] = ['Delete the saved search “baker 1”', 'Delete the saved search “baker 2”'];
  await waitFor(() => expect(rows()).toEqual([second, first]));
  stored = searches.slice(2, 3);
  act(() => reloadSavedSearches());
  await waitFor(() => expect(rows()).toEqual(['Delete the saved search “baker 3”']));
});

it('A saved search that was deleted elsewhere goes without a note of success', async () => {
  serveViewport();
  toast.remove();
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  const page = { page: null, limit: 20, nextCursor: null };
  serve({
    'GET /searches/saved': ok(searches.slice(0, 1), page),
    [`DELETE /searches/saved/${searches[0]?._id}`]: fail(404, 'There is no such saved search.'),
    'GET /jobs': ok([], page),
  });
  const { user } = renderAt('/jobs', () => (
    <>
      <JobsPage />
      <Toaster />
    </>
  ));
  await user.click(await screen.findByRole('button', { name: /^Delete the saved/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Delete the saved/ })).toBeNull());
  expect(screen.queryByText('There is no such saved search.')).toBeNull();
});
