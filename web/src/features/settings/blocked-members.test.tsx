import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildOwnUser, buildSuggestion, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, ok } from '#testing/fake-server.ts';
import { showSettings } from '#testing/settings-page.tsx';
import { reloadBlocked } from './block-changes.ts';

const paged = { page: null, limit: 20, nextCursor: null };
const time = '2026-03-01T20:00:00.000Z';

it('Blocked members can be unblocked one by one, page by page', async () => {
  const blocked = (number: number) => ({ user: buildSuggestion(number), createdAt: time });
  const { user: person } = showSettings(buildOwnUser(), '/Settings', {
    'GET /users/blocked': ({ search }) =>
      search.get('cursor') ? ok([blocked(12)], paged) : ok([blocked(11)], { ...paged, nextCursor: 'next' }),
    'POST /users/block': ok({ userId: idOf(11), blocked: false }),
  });
  await person.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Member12 Lind')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Unblock Member11 Lind' }));
  await waitFor(() => expect(screen.queryByText('Member11 Lind')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unblock Member12 Lind' }));
});

it('Blocked members are reloaded when one is blocked or unblocked in another tab', async () => {
  let blocked = [{ user: buildSuggestion(11), createdAt: time }];
  showSettings(buildOwnUser(), '/Settings', { 'GET /users/blocked': () => ok(blocked, paged) });
  await screen.findByText('Member11 Lind');
  blocked = [{ user: buildSuggestion(12), createdAt: time }];
  act(() => reloadBlocked());
  await screen.findByText('Member12 Lind');
  expect(screen.queryByText('Member11 Lind')).toBeNull();
});

it('Several blocked members can be unblocked while the first response is awaited', async () => {
  const blocked = [11, 12].map((number) => ({ user: buildSuggestion(number), createdAt: time }));
  const response = deferred<FakeResponse>();
  const { user: person, requests } = showSettings(buildOwnUser(), '/Settings', {
    'GET /users/blocked': ok(blocked, paged),
    'POST /users/block': () => response.promise,
  });
  await person.click(await screen.findByRole('button', { name: 'Unblock Member11 Lind' }));
  await person.click(screen.getByRole('button', { name: 'Unblock Member12 Lind' }));
  response.resolve(ok({}));
  await waitFor(() => expect(screen.queryByText(/Member1/)).toBeNull());
  expect(requests.filter(({ path }) => path === '/users/block')).toHaveLength(2);
});
