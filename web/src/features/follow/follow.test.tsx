import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { receivePeople } from '#entities/people/receive-people.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildSuggestion, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { FollowButton } from './components/follow-button.tsx';
import { FollowersPanel } from './components/followers-panel.tsx';
import { reloadFollowers } from './follow-commands.ts';
import { matchesName } from './matches-name.ts';
import { ConnectionsPage } from './pages/connections-page.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(999) })));

const entry = (key: 'followerUser' | 'followingUser', number: number, names: object = {}) => ({
  _id: idOf(900 + number),
  [key]: buildSuggestion(number, { follower: key === 'followingUser' ? [{ _id: idOf(1) }] : [], ...names }),
});
const page = (entries: object[], nextCursor: string | null = null, total = entries.length) =>
  ok(entries, { page: null, limit: 30, nextCursor, total });
const own = { 'GET /getProfile': ok(buildOwnUser({ _id: idOf(999) })) };
const nobody = { ...own, 'GET /follow/getfollower': page([]), 'GET /follow/getfollowings': page([]) };

describe('The followers panel', () => {
  it('shows a text when there is nobody, and links to the full lists', async () => {
    serve(nobody);
    const { user } = renderAt('/home', () => <FollowersPanel />);
    expect(await screen.findByText("You don't have any follower yet")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/connections?tab=followers');
    await user.click(screen.getByRole('tab', { name: 'Following' }));
    expect(screen.getByText('You are not following anybody yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/connections?tab=following');
  });
  it('shows names and professions that link to the profiles', async () => {
    serve({ ...nobody, 'GET /follow/getfollower': page([entry('followerUser', 3)]) });
    renderAt('/home', () => <FollowersPanel />);
    const link = await screen.findByRole('link', { name: /Member3 Lind.*Potter/ });
    expect(link.getAttribute('href')).toBe(`/results/view-profile/${idOf(3)}`);
  });
  it('shows a follower who arrives while it is open', async () => {
    let followers = page([]);
    serve({ ...nobody, 'GET /follow/getfollower': () => followers });
    const { store } = renderAt('/home', () => <FollowersPanel />);
    await screen.findByText("You don't have any follower yet");
    followers = page([entry('followerUser', 3)]);
    await act(() => store.dispatch(reloadFollowers()));
    expect(screen.getByRole('link', { name: /Member3 Lind/ })).toBeTruthy();
  });
  it('shows an error whose Try again keeps the focus until the people arrive', async () => {
    const responses: (FakeResponse | Promise<FakeResponse>)[] = [fail(503, 'Busy.')];
    serve({ ...nobody, 'GET /follow/getfollower': () => responses.shift() ?? page([entry('followerUser', 3)]) });
    const { user } = renderAt('/home', () => <FollowersPanel />);
    await screen.findByText('Busy.');
    const retry = screen.getByRole('button', { name: 'Try again' });
    const second = deferred<FakeResponse>();
    responses.push(second.promise);
    await user.click(retry);
    expect(document.activeElement).toBe(retry);
    second.resolve(fail(503, 'Still busy.'));
    await screen.findByText('Still busy.');
    expect(document.activeElement).toBe(retry);
    await user.click(retry);
    const person = await screen.findByRole('link', { name: /Member3 Lind/ });
    await waitFor(() => expect(document.activeElement).toBe(person));
  });
});

it('A double click on Follow follows once, and a later click unfollows', async () => {
  const requests = serve({
    ...own,
    'POST /follow/followUnfollowUser': ({ body }) =>
      ok({ following: (body as { action: string }).action === 'follow', follow_user_id: idOf(3), followersCount: 1 }),
  });
  const { user } = renderAt('/find', (store) => {
    const person = buildSuggestion(3);
    store.dispatch(receivePeople([person], 0));
    return <FollowButton person={person} />;
  });
  const actions = () =>
    requests.flatMap(({ path, body }) => (path.startsWith('/follow') ? [(body as { action: string }).action] : []));
  await user.dblClick(screen.getByRole('button', { name: 'Follow Member3 Lind' }));
  await waitFor(() => expect(actions()).toEqual(['follow']));
  screen.getByRole('button', { name: /^Following Member3 Lind/ }).click();
  await waitFor(() => expect(actions()).toEqual(['follow', 'unfollow']));
});

describe('The page /connections', () => {
  const served = {
    ...own,
    'GET /recommendedToProfessionPeople': ok([buildSuggestion(50)], { nextCursor: null }),
    'GET /connections/get-invitaions': page([]),
    'GET /follow/getfollower': page([entry('followerUser', 3)], null, 1),
    'GET /follow/getfollowings': ({ search }: { search: URLSearchParams }) =>
      search.get('cursor')
        ? page([entry('followingUser', 2, { firstName: 'Žofie' })], null, 2)
        : page([entry('followingUser', 1)], 'next', 2),
  };
  it('has exact counts, and opens the tab from its address', async () => {
    serve(served);
    renderAt('/connections?tab=followers', () => <ConnectionsPage side={null} />);
    expect(await screen.findByRole('link', { name: /Member3 Lind/ })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Following · 2' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Followers · 1', selected: true })).toBeTruthy();
  });
  it('finds members by name who were not loaded yet', async () => {
    serve(served);
    const { user } = renderAt('/connections?tab=following', () => <ConnectionsPage side={null} />);
    await user.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'zof');
    expect(await screen.findByRole('link', { name: /Žofie Lind/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Member1/ })).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('No one by that name')).toBeTruthy();
  });
  it('unfollows and follows a member again in the same row', async () => {
    const follow = ({ body }: { body: unknown }) =>
      ok({ following: (body as { action: string }).action === 'follow', follow_user_id: idOf(1), followersCount: 0 });
    serve({ ...served, 'POST /follow/followUnfollowUser': follow });
    const { user, store } = renderAt('/connections?tab=following', () => <ConnectionsPage side={null} />);
    await user.click(await screen.findByRole('button', { name: 'Following Member1 Lind: unfollow' }));
    expect(await screen.findByRole('tab', { name: 'Following · 1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Follow Member1 Lind' }));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Following · 2' })).toBeTruthy());
    await act(() => store.dispatch(loadOwnUser()));
  });
});

it.each([
  ['zuk', true],
  ['MARIUS ž', true],
  ['zukauskas marius', true],
  ['', true],
  ['mario', false],
])('The keyword %j matches Marius Žukauskas: %s', (keyword, found) => {
  expect(matchesName({ firstName: 'Marius', lastName: 'Žukauskas', username: 'mz' }, keyword)).toBe(found);
});
