import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, loadOwnUser } from '#features/account/session-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildMember, buildOwnUser, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { SessionWatch } from '../live/session-watch.tsx';
import { AppRoutes } from './routes.tsx';

// The live connection has its own tests against a real server.
vi.mock('../live/realtime-bridge.tsx', () => ({ RealtimeBridge: () => null }));

const guarded = [
  '/Settings',
  '/Profile',
  '/Notification',
  '/Messages',
  '/activities',
  '/mynetwork',
  '/mynetwork/invitaions',
  '/bookmarks',
  '/find',
  '/connections',
  '/first-evening',
];
const forGuests = ['/', '/Login', '/Register', '/Forgot'];
const forAll = [
  '/results',
  '/results/view-profile/01900000-0000-7000-8000-000000000001',
  '/ResetPassword',
  '/information',
  '/verify',
  '/no-result-found',
  '/terms-condition',
  '/privacy-policy',
];

const emptyPage = ok([], { page: null, limit: 10, nextCursor: null });
const nobody = ok([], { page: null, limit: 30, nextCursor: null, total: 0 });
beforeEach(() => {
  serve({
    'GET /getProfile': ok(buildOwnUser()),
    'GET /post/getAllPost': emptyPage,
    'GET /post/getByUserPost': emptyPage,
    'GET /post/getMyNetworkPosts': emptyPage,
    'GET /post/popular': ok([]),
    'GET /tags/posts': emptyPage,
    'GET /bio/getByUser': ok({ bio: '' }),
    'GET /goal/getUserGoals': ok([]),
    'GET /skill/getUserSkills': ok([]),
    'GET /education/getUserEducations': ok([]),
    'GET /experience/getUserExperiences': ok([]),
    [`GET /users/${idOf(1)}`]: ok(buildMember()),
    'GET /recommendedToProfessionPeople': emptyPage,
    'GET /findColleagues': emptyPage,
    'GET /follow/getfollower': nobody,
    'GET /follow/getfollowings': nobody,
    'GET /notification/': ok(
      { notifications: [], latestNotifications: [] },
      { page: null, limit: 30, nextCursor: null, total: 0, totalLatestCount: 0 },
    ),
  });
});

const draw = () => (
  <>
    <SessionWatch />
    <AppRoutes />
  </>
);
const signIn = () => writeSession('abc', buildOwnUser());
/** Resolves once the route's page is loaded, whichever it is. */
const arrived = () => screen.findByRole('main');
const settled = async () => {
  await arrived();
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
};

describe('A guest', () => {
  it.each(guarded)('is redirected from %s to /Login', async (path) => {
    const { place } = renderAt(path, draw);
    // The page with the redirect stays until the login page is loaded.
    await waitFor(() => expect(place()).toBe('/Login'));
    await settled();
  });
  it('is redirected from /home to the landing page', async () => {
    const { place } = renderAt('/home', draw);
    await settled();
    expect(place()).toBe('/');
  });
  it.each([
    ['a hashtag', '/home?hashtag=kiln', '/tags/kiln'],
    ['jobs', '/home?type=job', '/jobs'],
    ['posts', '/home?type=general', '/'],
  ])('is redirected from the feed with a filter to the list for guests: %s', async (_filter, from, to) => {
    const { place } = renderAt(from, draw);
    await settled();
    expect(place()).toBe(to);
  });
  it.each([...forGuests, ...forAll])('stays on %s', async (path) => {
    const { place } = renderAt(path, draw);
    await settled();
    expect(place()).toBe(path);
  });
});

it('A guest on a member’s page sees links to sign in and join, which lead back to it', async () => {
  const path = forAll.find((each) => each.startsWith('/results/view-profile')) ?? '';
  const { user, place } = renderAt(path, draw);
  const bar = within(await screen.findByRole('banner'));
  expect(bar.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe('/Register');
  await user.click(bar.getByRole('link', { name: 'Sign in' }));
  expect(place()).toBe('/Login');
  expect(screen.getByLabelText('Place').dataset.state).toContain(path);
  await settled();
});

describe('A member', () => {
  beforeEach(signIn);
  it.each([...guarded, ...forAll, '/home'])('stays on %s', async (path) => {
    const { place } = renderAt(path, draw);
    await settled();
    expect(place()).toBe(path);
  });
  it.each(forGuests)('is redirected from %s to /home', async (path) => {
    const { place } = renderAt(path, draw);
    await settled();
    expect(place()).toBe('/home');
  });
  it("is redirected from /mynetwork/invitations to the specification's path", async () => {
    const { place } = renderAt('/mynetwork/invitations', draw);
    await settled();
    expect(place()).toBe('/mynetwork/invitaions');
  });
  it.each(['/Messages', '/messages/'])('has no footer below the chats at %s', async (path) => {
    renderAt(path, draw);
    await settled();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
  it('can use any case in paths', async () => {
    renderAt('/NOTIFICATION', draw);
    expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeTruthy();
    await settled();
  });
});

describe('Any other path', () => {
  it('shows guests the 404 page with links home and to sign in, which leads back to it', async () => {
    const { user, place } = renderAt('/no/such/place', draw);
    const main = within(await screen.findByRole('main'));
    expect(main.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    expect(main.getByRole('link', { name: 'Back To Home' }).getAttribute('href')).toBe('/home');
    await user.click(main.getByRole('link', { name: 'Sign in' }));
    expect(place()).toBe('/Login');
    expect(screen.getByLabelText('Place').dataset['state']).toContain('/no/such/place');
    await settled();
  });
  it('shows members the 404 page with a link home', async () => {
    signIn();
    renderAt('/no/such/place', draw);
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Back To Home' })).toHaveLength(1);
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
    await settled();
  });
});

describe('A session', () => {
  beforeEach(signIn);
  it('that ends by signing out leads to the landing page', async () => {
    const { place, store } = renderAt('/Profile', draw);
    await settled();
    act(() => store.dispatch(endSession('logout')));
    await waitFor(() => expect(place()).toBe('/'));
  });
  it('whose token is gone from the browser leads to the landing page and leaves nothing behind', async () => {
    const { place, store } = renderAt('/home', draw);
    await settled();
    localStorage.removeItem('token');
    await act(() => store.dispatch(loadOwnUser()));
    await waitFor(() => expect(place()).toBe('/'));
    for (const key of ['token', 'user', 'loggedin']) expect(localStorage.getItem(key)).toBeNull();
  });
  it('whose token is gone ends on the next navigation', async () => {
    const { place, user } = renderAt('/home', draw);
    await settled();
    localStorage.removeItem('token');
    await user.click(screen.getAllByRole('link', { name: /My Network/ })[0] as HTMLElement);
    await waitFor(() => expect(place()).toBe('/'));
    expect(localStorage.getItem('user')).toBeNull();
  });
  it('whose token was gone before the page was opened leaves nothing behind either', async () => {
    localStorage.removeItem('token');
    const { place } = renderAt('/Settings', draw);
    await waitFor(() => expect(place()).toBe('/'));
    expect(localStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('loggedin')).toBeNull();
  });
  it('without a confirmed address offers the page for the code when a call requires one', async () => {
    const refused = { status: 403, success: false, message: 'Please confirm first.', reason: 'unconfirmed' };
    serve({
      'GET /getProfile': { status: 403, body: refused },
    });
    const { place, user, store } = renderAt('/terms-condition', () => (
      <>
        {draw()}
        <Toaster />
      </>
    ));
    await act(() => store.dispatch(loadOwnUser()));
    expect(await screen.findByText('Please confirm first.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Enter the code' }));
    await waitFor(() => expect(place()).toBe('/verify'));
  });
  it('that expires leads to /Login, with the page to return to and the reason', async () => {
    const { place, store } = renderAt('/home?tab=latestPosts', draw);
    await settled();
    act(() => store.dispatch(endSession('expired')));
    await waitFor(() => expect(place()).toBe('/Login'));
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(screen.getByLabelText('Place').dataset.state).toContain('/home?tab=latestPosts');
  });
});
