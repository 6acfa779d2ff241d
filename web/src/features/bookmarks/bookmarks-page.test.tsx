import { act, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, it } from 'vitest';
import { ownStateReceived, postGone } from '#entities/posts/posts-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { BookmarksPage } from './pages/bookmarks-page.tsx';

beforeEach(() => {
  toast.remove();
  // jsdom does not implement scrolling.
  Element.prototype.scrollIntoView = () => undefined;
  writeSession('abc', buildOwnUser({ _id: idOf(999) }));
});

const kept = (number: number) =>
  buildPost({ _id: idOf(number), description: `Post ${number}`, bookmark: { _id: idOf(500 + number) } });
const page = (numbers: number[]) =>
  ok(
    numbers.map((number) => kept(number)),
    { page: null, limit: 10, nextCursor: null },
  );
const draw = () => (
  <>
    <BookmarksPage />
    <Toaster />
  </>
);
const shown = () => screen.queryAllByRole('article').map((article) => article.id);

it("The bookmarks appear in the server's order", async () => {
  const requests = serve({ 'GET /post/getAllPost': page([2, 1]) });
  renderAt('/bookmarks', draw);
  await screen.findByText('Post 2');
  expect(shown()).toEqual([idOf(2), idOf(1)]);
  expect(requests[0]?.search.get('bookmark')).toBe('true');
});

it('A post whose bookmark is removed leaves the list, and returns to its place on Undo', async () => {
  serve({
    'GET /post/getAllPost': page([2, 1]),
    [`DELETE /bookmark/delete/${idOf(502)}`]: ok({ _id: idOf(502), post_id: idOf(2) }),
    'POST /bookmark/create': ok({ _id: idOf(600), post_id: idOf(2) }),
  });
  const { user } = renderAt('/bookmarks', draw);
  await screen.findByText('Post 2');
  const [first] = screen.getAllByRole('button', { name: 'Bookmark' });
  await user.click(first ?? document.body);
  expect(shown()).toEqual([idOf(1)]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bookmark'));
  expect(await screen.findAllByRole('button', { name: 'Undo' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shown()).toEqual([idOf(2), idOf(1)]));
});

it('A deleted post leaves the bookmarks without an Undo', async () => {
  serve({ 'GET /post/getAllPost': page([2, 1]) });
  const { store } = renderAt('/bookmarks', draw);
  await screen.findByText('Post 2');
  act(() => void store.dispatch(postGone(idOf(2))));
  expect(shown()).toEqual([idOf(1)]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('A post that is bookmarked in another tab appears in the bookmarks without a page reload', async () => {
  let saved = [1];
  serve({ 'GET /post/getAllPost': () => page(saved) });
  const { store } = renderAt('/bookmarks', draw);
  await screen.findByText('Post 1');
  saved = [2, 1];
  const viewerState = { bookmark: { _id: idOf(502) }, ratingOfPost: 0, averageRating: 0, ratingsCount: 0 };
  act(() => void store.dispatch(ownStateReceived({ postId: idOf(2), isLiked: false, viewerState })));
  await screen.findByText('Post 2');
  expect(shown()).toEqual([idOf(2), idOf(1)]);
});

it('An empty bookmark list says so', async () => {
  serve({ 'GET /post/getAllPost': page([]) });
  renderAt('/bookmarks', draw);
  expect(await screen.findByText('No bookmarks yet')).toBeTruthy();
});

it('Bookmarks that fail to load show the reason and can be reloaded', async () => {
  let response = fail(503, 'Busy.');
  serve({ 'GET /post/getAllPost': () => response });
  const { user } = renderAt('/bookmarks', draw);
  await screen.findByText('Busy.');
  response = page([1]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Post 1')).toBeTruthy();
});
