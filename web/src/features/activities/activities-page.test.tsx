import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postDismissed, postGone, postHidden, postRestored } from '#entities/posts/posts-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildMember, buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ActivitiesPage } from './pages/activities-page.tsx';

const other = buildPost({ _id: idOf(101), description: 'The second firing' });

async function openPost(viewer = idOf(9)) {
  writeSession('abc', buildOwnUser({ _id: viewer }));
  const post = buildPost({ description: 'The first firing' });
  const requests = serve({
    [`GET /post/${post._id}`]: ok(post),
    [`GET /users/${post.user_id}`]: ok(buildMember({ _id: post.user_id, followersCount: 10_000, postsCount: 1 })),
    'GET /post/getByUserPost': ok([post, other], { page: null, limit: 10, nextCursor: null }),
  });
  const view = renderAt({ pathname: '/activities', state: { post: { _id: post._id } } }, () => <ActivitiesPage />);
  await screen.findByText('The first firing');
  await screen.findByText('The second firing');
  // The people panel sends a request, too; no request may be pending when a test ends.
  await waitFor(() => expect(requests.some(({ path }) => path === '/recommendedToProfessionPeople')).toBe(true));
  return { ...view, id: post._id };
}

it("The page of a post that is deleted while open says so and keeps the author's other posts", async () => {
  const { store, id } = await openPost();
  act(() => void store.dispatch(postGone(id)));
  expect(await screen.findByText('This post is no longer available.')).toBeTruthy();
  expect(screen.queryByText('The first firing')).toBeNull();
  expect(await screen.findByText('The second firing')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});

it("The page of a post that the viewer reports shows the author's other posts without an error", async () => {
  const { store, id } = await openPost();
  act(() => void store.dispatch(postDismissed(id)));
  expect(await screen.findByText('The second firing')).toBeTruthy();
  expect(screen.queryByText('The first firing')).toBeNull();
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
});

it('The page of a post whose deletion is undone shows the post again', async () => {
  const { store, id } = await openPost();
  act(() => void store.dispatch(postHidden(id)));
  expect(await screen.findByText('This post is no longer available.')).toBeTruthy();
  act(() => void store.dispatch(postRestored(id)));
  expect(await screen.findByText('The first firing')).toBeTruthy();
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
});

it("The page of a post that its author deletes shows the author's other posts without an error", async () => {
  const { store, id } = await openPost(idOf(1));
  act(() => void store.dispatch(postGone(id)));
  await screen.findByText('The second firing');
  expect(screen.queryByText('The first firing')).toBeNull();
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
});

it("The page of a post is titled with the author's name, and the author card offers to follow them", async () => {
  await openPost();
  expect(screen.getByRole('heading', { level: 1, name: 'Post by Ana Reyes' })).toBeTruthy();
  expect(document.title).toContain('Post by Ana Reyes');
  expect(screen.getByRole('heading', { level: 2, name: 'More from Ana' })).toBeTruthy();
  const card = screen.getByRole('region', { name: 'The author' });
  expect(await within(card).findByText('10K followers')).toBeTruthy();
  expect(within(card).getByText('1 post')).toBeTruthy();
  expect(within(card).getByRole('button', { name: /^Follow/ })).toBeTruthy();
  expect(within(card).getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe(
    `/results/view-profile/${idOf(1)}`,
  );
});

it('The page of a post that fails to load says so once, and Try again loads the post', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  const post = buildPost({ description: 'The first firing' });
  let busy = true;
  serve({
    [`GET /post/${post._id}`]: () => (busy ? fail(503, 'Busy right now.') : ok(post)),
    [`GET /users/${post.user_id}`]: ok(buildMember({ _id: post.user_id })),
    'GET /post/getByUserPost': ok([post, other], { page: null, limit: 10, nextCursor: null }),
  });
  const { user } = renderAt({ pathname: '/activities', state: { post: { _id: post._id } } }, () => <ActivitiesPage />);
  expect(await screen.findAllByText('Busy right now.')).toHaveLength(1);
  expect(screen.queryByText('The second firing')).toBeNull();
  busy = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The first firing')).toBeTruthy();
  expect(await screen.findByText('The second firing')).toBeTruthy();
});
