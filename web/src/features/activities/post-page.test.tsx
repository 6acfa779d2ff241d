import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildMember, buildOwnUser, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { openJob } from '#testing/open-job.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PostPage } from './pages/post-page.tsx';

const post = buildPost({ description: 'The first firing' });

beforeEach(() => localStorage.clear());

function open(response: FakeResponse = ok(post), others = [post]) {
  const requests = serve({
    [`GET /post/${post._id}`]: response,
    [`GET /users/${post.user_id}`]: ok(buildMember({ _id: post.user_id, followersCount: 12, postsCount: 3 })),
    'GET /post/getByUserPost': ok(others, { page: null, limit: 10, nextCursor: null }),
  });
  const page = renderAt(`/p/${post._id}`, () => (
    <Routes>
      <Route path="/p/:id" element={<PostPage />} />
    </Routes>
  ));
  return { ...page, requests };
}

it('The address of a post shows guests the post, its author, and how to join, without further requests', async () => {
  const { requests } = open();
  expect(await screen.findByText('The first firing')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Post by /);
  const author = await screen.findByRole('region', { name: 'The author' });
  expect(await within(author).findByText('12 followers')).toBeTruthy();
  expect(within(author).queryByRole('button', { name: /Follow/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/Login');
  expect(screen.getByRole('link', { name: 'Create your account' }).getAttribute('href')).toBe('/Register');
  expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull();
  expect(requests.map(({ path }) => path).toSorted()).toEqual([`/post/${post._id}`, `/users/${post.user_id}`]);
});

it.each([
  ['Apply for this job', buildPost({ postType: 'job', job: openJob })],
  ['Reply to Ana', buildPost({ postType: 'job', job: { ...openJob, state: 'closed' } })],
  ['Join this webinar', buildPost({ postType: 'webinar', webinar: buildWebinar({ state: 'upcoming' }) })],
  ['Reply to Ana', buildPost({ postType: 'webinar', webinar: buildWebinar({ state: 'cancelled' }) })],
])('The address of a post tells guests what they can do as members: %s', async (title, shared) => {
  open(ok(shared));
  expect(await screen.findByRole('region', { name: title })).toBeTruthy();
});

it('The address of a post that guests may not see says so and links to the sign-in page', async () => {
  open(fail(404, 'This post is no longer available.'));
  expect(await screen.findByRole('heading', { level: 1, name: 'This post is no longer available.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/Login');
  expect(screen.getByRole('link', { name: 'Front page' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('The address of a deleted post tells members so, above their own posts', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  // The server's message if the address has no valid id.
  open(fail(404, 'Not found.'), [buildPost({ _id: idOf(8), description: 'My own firing' })]);
  expect(await screen.findByText('This post is no longer available.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Post' })).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 2, name: 'Your posts' })).toBeTruthy();
  expect(await screen.findByText('My own firing')).toBeTruthy();
});

it('The address of a deleted post shows members without posts a single empty state', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  open(fail(404, 'This post is no longer available.'), []);
  expect(await screen.findByText('This post is no longer available.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Loading posts')).toBeNull());
  expect(screen.queryByText('No Post Found')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Your posts' })).toBeNull();
});

it('The address of a post that fails to load offers to try again', async () => {
  open('unreachable');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('The address of a post shows members the post with all its actions', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  const { requests } = open();
  expect(await screen.findByText('The first firing')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Like/ })).toBeTruthy();
  await waitFor(() => expect(requests.some(({ path }) => path === '/recommendedToProfessionPeople')).toBe(true));
});

it("An author's only post is not followed by an end-of-list note", async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
  open();
  expect(await screen.findByText('The first firing')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Loading posts')).toBeNull());
  expect(screen.queryByText('You’re all caught up.')).toBeNull();
});
