import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { MemberProfile } from '@afterhours/contract/profile/member-profile';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifyGone } from '#entities/people/gone-members.ts';
import { mutesLoaded } from '#features/mutes/mutes-slice.ts';
import { clearSession, writeSession } from '#lib/browser/session-storage.ts';
import { signedIn } from '#lib/store.ts';
import { buildGoal, buildMember, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { reloadMember } from './member-changes.ts';
import { MemberPage } from './pages/member-page.tsx';

const me = buildOwnUser({ _id: idOf(9), firstName: 'Mira', lastName: 'Lind' });
const noPosts = ok([], { page: null, limit: 10, nextCursor: null });
const CALL = `GET /users/${idOf(1)}`;
const PATH = `/results/view-profile/${idOf(1)}`;

const calls = {
  'GET /getProfile': ok(me),
  [`${CALL}/showcase`]: ok({ links: [], pictures: [] }),
  'GET /post/getByUserPost': noPosts,
  'GET /post/popular': ok([]),
  'GET /recommendedToProfessionPeople': noPosts,
  'GET /findColleagues': noPosts,
};

beforeEach(() => {
  toast.remove();
  writeSession('abc', me);
});

function visit(
  member: Partial<MemberProfile> | FakeResponse | (() => Promise<FakeResponse>),
  more: Parameters<typeof serve>[0] = {},
  path = PATH,
) {
  const isAnswer = typeof member === 'object' && ('status' in member || 'body' in member);
  const response =
    typeof member === 'function' || isAnswer ? (member as FakeResponse) : ok(buildMember(member as MemberProfile));
  const requests = serve({ ...calls, [CALL]: response, ...more });
  const page = renderAt(path, () => (
    <>
      <Routes>
        <Route path="/results/view-profile/:id" element={<MemberPage />} />
        <Route path="/:handle" element={<MemberPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Toaster />
    </>
  ));
  return { ...page, requests };
}

describe('The profile of another member', () => {
  it('shows only the sections that have content', async () => {
    visit({ goals: [buildGoal(1)], profession: 'Potter', intro_details: 'Clay by night' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Reyes' })).toBeTruthy();
    expect([screen.getByText('Potter'), screen.getByText('Clay by night'), screen.getByText('Portugal')]).toHaveLength(
      3,
    );
    expect(screen.getByText('1 connection')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Goals' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Experience' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Edit|Add) / })).toBeNull();
    expect(document.title).toBe('Ana Reyes · Afterhours');
    const stats = screen.getByRole('region', { name: 'Profile Stats' });
    expect([within(stats).getByText('1,234'), within(stats).getByText('2')]).toHaveLength(2);
  });

  it('of a muted member says so from the start, so that nothing moves', async () => {
    const muted = deferred<FakeResponse>();
    const mute = { _id: idOf(70), kind: 'member', value: idOf(1), user: null, title: null, until: null };
    const { requests } = visit({}, { 'GET /mutes': () => muted.promise });
    await waitFor(() => expect(requests.map(({ path }) => path)).toContain(`/users/${idOf(1)}`));
    await act(async () => undefined);
    expect(screen.queryByRole('heading', { name: 'Ana Reyes' })).toBeNull();
    await act(async () => muted.resolve(ok([{ ...mute, createdAt: '2026-03-01T20:00:00.000Z' }])));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Reyes' })).toBeTruthy();
    expect(screen.getByText(/^You muted Ana/)).toBeTruthy();
  });

  it('waits only for the first load of the muted members, and not if there is no profile', async () => {
    const never = { 'GET /mutes': () => deferred<FakeResponse>().promise };
    const { store } = visit({}, never);
    store.dispatch(mutesLoaded([]));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Reyes' })).toBeTruthy();
    cleanup();
    visit(fail(404, 'This profile is no longer available.'), never);
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  });

  it('follows changes by the member, and is gone once the viewer may no longer see it', async () => {
    let response = ok(buildMember({ bio: 'Clay' }));
    visit(async () => response);
    expect(await screen.findByText('Clay')).toBeTruthy();
    response = ok(buildMember({ bio: 'Clay at night', country: 'Spain' }));
    act(() => reloadMember(idOf(2)));
    act(() => reloadMember(idOf(1)));
    expect(await screen.findByText('Clay at night')).toBeTruthy();
    expect(screen.getByText('Spain')).toBeTruthy();
    response = fail(404, 'This member is gone.');
    act(() => reloadMember());
    expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeTruthy();
  });

  it('counts again after accounts were deleted, also the followers of a member whom the viewer follows', async () => {
    const follow = ok({ following: true, follow_user_id: idOf(1), followersCount: 1_235 });
    let response = ok(buildMember());
    const { user } = visit(async () => response, { 'POST /follow/followUnfollowUser': follow });
    await user.click(await screen.findByRole('button', { name: 'Follow Ana Reyes' }));
    const stats = screen.getByRole('region', { name: 'Profile Stats' });
    expect(await within(stats).findByText('1,235')).toBeTruthy();
    response = ok(buildMember({ followersCount: 1_230, follower: [{ _id: idOf(9) }] }));
    act(() => notifyGone(idOf(7)));
    expect(await within(stats).findByText('1,230')).toBeTruthy();
  });

  it('shows Online while they are online', async () => {
    visit({ login_time: '2026-03-01T20:00:00.000Z' });
    expect(await screen.findByText('Online')).toBeTruthy();
  });
  it('shows Last online with the time', async () => {
    visit({ updatedAt: new Date(Date.now() - 5 * MINUTE_MS).toISOString() });
    expect((await screen.findByText(/^Last online/)).textContent).toContain('Last online 5 min ago');
  });

  it('has a follow button that changes the count', async () => {
    const { user } = visit(
      {},
      { 'POST /follow/followUnfollowUser': ok({ following: true, follow_user_id: idOf(1), followersCount: 1_235 }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Follow Ana Reyes' }));
    expect(await screen.findByRole('button', { name: 'Following Ana Reyes: unfollow' })).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Profile Stats' })).getByText('1,235')).toBeTruthy();
  });

  it('links to a new message to the member', async () => {
    const { user, place } = visit({});
    await user.click(await screen.findByRole('link', { name: 'Message' }));
    expect(place()).toBe('/Messages');
    expect(JSON.parse(screen.getByLabelText('Place').dataset.state ?? '')).toMatchObject({
      defaultUser: { _id: idOf(1), firstName: 'Ana', lastName: 'Reyes' },
    });
  });

  it('offers only what the server allows', async () => {
    visit({ viewerCan: { follow: false, connect: false, message: false, block: false, report: true } });
    await screen.findByRole('heading', { level: 1, name: 'Ana Reyes' });
    expect(screen.queryByRole('button', { name: /Follow|Connect/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Member menu' })).toBeTruthy();
  });

  it('can be reported, with a reason', async () => {
    const { user, requests } = visit({}, { 'POST /users/report': ok({ userId: idOf(1) }) });
    await user.click(await screen.findByRole('button', { name: 'Member menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Report' }));
    const dialog = await screen.findByRole('dialog', { name: 'Report this member' });
    await user.type(within(dialog).getByLabelText(/What is wrong/), 'Spam');
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.at(-1)?.body).toEqual({ userId: idOf(1), words: 'Spam' });
  });

  it('can be blocked after a confirmation, which removes their posts and loads nothing of them again', async () => {
    const { user, place, requests, store } = visit(
      {},
      {
        'POST /users/block': ok({ userId: idOf(1), blocked: true }),
        'GET /post/getByUserPost': ok([buildPost()], { page: null, limit: 10, nextCursor: null }),
      },
    );
    await screen.findByRole('link', { name: /Posted this/ });
    await user.click(await screen.findByRole('button', { name: 'Member menu' }));
    await user.click(screen.getByRole('menuitem', { name: 'Block' }));
    const question = await screen.findByRole('alertdialog', { name: 'Block Ana Reyes?' });
    await user.click(within(question).getByRole('button', { name: 'Block' }));
    await waitFor(() => expect(place()).toBe('/home'));
    expect(store.getState().posts?.post.ids).toEqual([]);
    expect(requests.find(({ path }) => path === '/users/block')?.body).toEqual({ userId: idOf(1), action: 'block' });
    expect(requests.filter(({ path }) => path === `/users/${idOf(1)}`)).toHaveLength(1);
  });

  it('is the 404 page for an unknown member', async () => {
    visit(fail(404, 'This profile is no longer available.'));
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  });

  it('shows a loading error, and can load again', async () => {
    let response = fail(503, 'Busy.');
    const { user } = visit(() => Promise.resolve(response));
    await screen.findByText('Busy.');
    response = ok(buildMember());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Ana Reyes' })).toBeTruthy();
  });

  it('shows a skeleton while it loads', async () => {
    const response = deferred<FakeResponse>();
    visit(() => response.promise);
    expect(screen.getByText('Loading the profile')).toBeTruthy();
    response.resolve(ok(buildMember()));
    expect(await screen.findByRole('heading', { name: 'Ana Reyes' })).toBeTruthy();
  });

  it('is reloaded when another tab signs in', async () => {
    const { store } = visit({});
    await screen.findByRole('heading', { name: 'Ana Reyes' });
    act(() => void store.dispatch(signedIn({ token: 'def', user: me })));
    expect(await screen.findByRole('heading', { name: 'Ana Reyes' })).toBeTruthy();
    expect(screen.queryByText('Loading the profile')).toBeNull();
  });

  it('shows the viewer’s own profile as others see it, with a link to edit it', async () => {
    writeSession('abc', buildOwnUser());
    visit({});
    const link = await screen.findByRole('link', { name: 'Edit your profile' });
    expect(link.getAttribute('href')).toBe('/Profile');
    expect(screen.queryByRole('button', { name: /Follow|Connect/ })).toBeNull();
  });
});

describe('The profile of a member for guests', () => {
  beforeEach(clearSession);
  it('shows the same, makes no call that needs a session, and links its buttons to /Login', async () => {
    const { user, place, requests } = visit({ goals: [buildGoal(1)] });
    expect(await screen.findByRole('region', { name: 'Goals' })).toBeTruthy();
    await screen.findByText('This member has not posted anything yet.');
    expect(requests.map(({ path }) => path).sort()).toEqual([
      '/post/getByUserPost',
      `/users/${idOf(1)}`,
      `/users/${idOf(1)}/showcase`,
    ]);
    for (const name of ['Follow', 'Connect', 'Message'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/Login');
    await user.click(screen.getByRole('link', { name: 'Follow' }));
    expect(place()).toBe('/Login');
    expect(JSON.parse(screen.getByLabelText('Place').dataset.state ?? '')).toEqual({ from: PATH });
  });
});

describe('The URL of a profile by username', () => {
  const NAMED = 'GET /users/named/ana';
  const ana = ok(buildMember({ username: 'ana' }));

  it('shows the profile, whatever the letter case', async () => {
    const { requests } = visit({}, { [NAMED]: ana }, '/@Ana');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Reyes' })).toBeTruthy();
    expect(requests.some(({ path }) => path === `/users/${idOf(1)}/showcase`)).toBe(true);
  });

  it('redirects from a former username to the current one', async () => {
    const { place } = visit({}, { [NAMED]: ana, 'GET /users/named/old.ana': ana }, '/@old.ana');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Reyes' })).toBeTruthy();
    await waitFor(() => expect(place()).toBe('/@ana'));
  });

  it('is a 404 page for an unknown username, and for a path without an @', async () => {
    visit({}, { 'GET /users/named/nobody': fail(404, 'This profile is no longer available.') }, '/@nobody');
    expect(await screen.findByText('Page Not Found')).toBeTruthy();
    cleanup();
    const { requests } = visit({}, {}, '/nothing');
    expect(await screen.findByText('Page Not Found')).toBeTruthy();
    expect(requests.filter(({ path }) => path.startsWith('/users'))).toEqual([]);
  });
});
