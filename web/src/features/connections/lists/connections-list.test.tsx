import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionsPage } from '#features/follow/pages/connections-page.tsx';
import { hideMember } from '#features/moderation/moderation-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildSuggestion, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { loadConnections } from './connection-list-commands.ts';

const LIST = 'GET /connections/getAllUserConnections';
const me = (connectionsCount: number) => buildOwnUser({ _id: idOf(999), connectionsCount });
const empty = ok([], { nextCursor: null, total: 0 });
const aside = {
  'GET /recommendedToProfessionPeople': ok([buildSuggestion(50)], { nextCursor: null }),
  'GET /connections/get-invitaions': empty,
  'GET /follow/getfollower': empty,
  'GET /follow/getfollowings': empty,
};
const connected = (number: number) => ({
  uniquekey: null,
  other_user_id: idOf(number),
  otherUserDetail: buildSuggestion(number),
  createdAt: '2026-03-01T20:00:00.000Z',
});
const page = (numbers: number[], nextCursor: string | null = null, total = numbers.length) =>
  ok(numbers.map(connected), { page: null, limit: 20, nextCursor, total });
const draw = () => <ConnectionsPage side={null} />;

beforeEach(() => writeSession('abc', me(2)));

describe("The viewer's connections", () => {
  it('are in the first tab with their count, each with a link to a message', async () => {
    serve({ ...aside, 'GET /getProfile': ok(me(2)), [LIST]: page([2, 1]) });
    renderAt('/connections', draw);
    expect(screen.getByRole('tab', { name: 'Connections · 2', selected: true })).toBeTruthy();
    const link = await screen.findByRole('link', { name: /Member2 Lind.*Potter.*Connected · / });
    expect(link.getAttribute('href')).toBe(`/results/view-profile/${idOf(2)}`);
    expect(screen.getByRole('link', { name: 'Message Member2 Lind' }).getAttribute('href')).toBe('/Messages');
    expect(screen.getByText('Those are all your connections.')).toBeTruthy();
  });
  it('are searched on the server, and all appear again without a keyword', async () => {
    const requests = serve({
      ...aside,
      'GET /getProfile': ok(me(2)),
      [LIST]: ({ search }) =>
        search.get('keyword') === 'zz' ? page([]) : search.get('keyword') ? page([1]) : page([2, 1]),
    });
    const { user } = renderAt('/connections', draw);
    const box = await screen.findByRole('searchbox', { name: 'Search your connections' });
    await screen.findByRole('link', { name: /Member2 Lind.*Potter/ });
    await user.type(box, 'pot');
    await waitFor(() => expect(screen.queryByRole('link', { name: /Member2 Lind.*Potter/ })).toBeNull());
    expect(screen.getByText('1 person found')).toBeTruthy();
    // One request for a word that is typed without a pause.
    expect(requests.filter(({ search }) => search.get('keyword')).map(({ search }) => search.get('keyword'))).toEqual([
      'pot',
    ]);
    await user.clear(box);
    await user.type(box, 'zz');
    expect(await screen.findByText('Nobody found')).toBeTruthy();
    await user.clear(box);
    expect(await screen.findByRole('link', { name: /Member2 Lind.*Potter/ })).toBeTruthy();
    expect(document.activeElement).toBe(box);
  });
  it('are removed after a confirmation, and the focus moves to the next row', async () => {
    let list = page([2, 1]);
    let count = 2;
    serve({
      ...aside,
      'GET /getProfile': () => ok(me(count)),
      [LIST]: () => list,
      [`DELETE /connections/remove/${idOf(2)}`]: ok(
        { userId: idOf(2), connectionStatus: 'none' },
        { connectionsCount: 1 },
      ),
    });
    const { user } = renderAt('/connections', draw);
    await user.click(await screen.findByRole('button', { name: 'Remove Member2 Lind from your connections' }));
    const question = await screen.findByRole('alertdialog', { name: 'Remove Member2 Lind from your connections?' });
    list = page([1]);
    count = 1;
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Member2 Lind.*Potter/ })).toBeNull());
    expect(await screen.findByRole('tab', { name: 'Connections · 1' })).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Member1 Lind from your connections');
  });
  it('leave the list when their account is deleted, also below the first page', async () => {
    serve({
      ...aside,
      'GET /getProfile': ok(me(2)),
      [LIST]: ({ search }) => (search.get('cursor') ? page([1], null, 2) : page([2], 'next', 2)),
    });
    const { store } = renderAt('/connections', draw);
    await screen.findByRole('link', { name: /Member2 Lind.*Potter/ });
    await act(() => store.dispatch(loadConnections('', false)));
    expect(screen.getByRole('link', { name: /Member1 Lind.*Potter/ })).toBeTruthy();
    act(() => store.dispatch(hideMember(idOf(1), true)));
    expect(screen.queryByRole('link', { name: /Member1 Lind.*Potter/ })).toBeNull();
    expect(screen.getByRole('link', { name: /Member2 Lind.*Potter/ })).toBeTruthy();
  });
  it('link to colleagues if there are none', async () => {
    writeSession('abc', me(0));
    serve({ ...aside, 'GET /getProfile': ok(me(0)), [LIST]: page([]) });
    renderAt('/connections', draw);
    await screen.findByText('People you are connected with will appear here.');
    expect(screen.getByRole('link', { name: 'Find Colleagues' }).getAttribute('href')).toBe('/find');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
  it('show an error and can be reloaded', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    let response = fail(503, 'Busy.');
    serve({ ...aside, 'GET /getProfile': ok(me(2)), [LIST]: () => response });
    const { user } = renderAt('/connections', draw);
    await screen.findByText('Busy.');
    response = page([2]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Member2 Lind.*Potter/ })).toBeTruthy();
  });
});
