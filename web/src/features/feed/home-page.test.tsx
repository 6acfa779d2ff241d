import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { postDismissed } from '#entities/posts/posts-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { HomePage } from './pages/home-page.tsx';

const page = (posts: unknown[]) => ok(posts, { page: null, limit: 10, nextCursor: null });
const nobody = ok([], { page: null, limit: 30, nextCursor: null, total: 0 });

/** Serves a feed with one general post and empty side columns. */
function serveFeed(more: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...more,
    'GET /post/getAllPost': ({ search }) => page(search.get('postType') || search.get('hashtag') ? [] : [buildPost()]),
    'GET /post/newCount': ok({ count: 0, more: false }),
    'GET /post/popular': ok([]),
    'GET /hashtag/getAllHashtags': page([]),
    'GET /recommendedToProfessionPeople': page([]),
    'GET /findColleagues': page([]),
    'GET /follow/getfollower': nobody,
    'GET /follow/getfollowings': nobody,
  });
}

beforeEach(() => writeSession('abc', buildOwnUser()));

it('The feed shows the type from its address, and stores the chosen type in the address', async () => {
  const requests = serveFeed();
  const { user, place } = renderAt('/home?type=job', () => <HomePage />);
  await screen.findByText('No Post Found');
  expect(screen.getByRole('button', { name: 'Jobs' }).getAttribute('aria-pressed')).toBe('true');
  expect(requests.some(({ search }) => search.get('postType') === 'job')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Webinars' }));
  expect(place()).toBe('/home?type=webinar');
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(place()).toBe('/home');
  expect(await screen.findByText('The kiln held its temperature.')).toBeTruthy();
});

it('A feed filter without results is named and can be cleared', async () => {
  serveFeed();
  const { user, place } = renderAt('/home?type=job&hashtag=kiln,glaze', () => <HomePage />);
  expect(await screen.findByText('No jobs with #kiln or #glaze yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(place()).toBe('/home');
  expect(await screen.findByText('The kiln held its temperature.')).toBeTruthy();
});

it('The feed does not explain the disappearance of a post that the viewer has reported or deleted', async () => {
  const id = idOf(150);
  const requests = serveFeed({ [`GET /post/${id}`]: fail(404, 'This post is no longer available.') });
  const { store } = renderAt(`/home#${id}`, () => <HomePage />);
  expect(await screen.findByText('This post is no longer available.')).toBeTruthy();
  await waitFor(() => expect(requests.some(({ path }) => path === '/recommendedToProfessionPeople')).toBe(true));
  act(() => void store.dispatch(postDismissed(id)));
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
  expect(screen.getByText('The kiln held its temperature.')).toBeTruthy();
});
