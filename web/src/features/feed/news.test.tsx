import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPost, idOf } from '#testing/build.ts';
import { type Answer, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { NewPosts } from './components/new-posts.tsx';
import { loadPostPage } from './feed-commands.ts';
import { countNews } from './news-commands.ts';

const answer = (numbers: number[], nextCursor: string | null = null) =>
  ok(
    numbers.map((number) => buildPost({ _id: idOf(number) })),
    { page: null, limit: 10, nextCursor },
  );

const page = (sentAt: string, ...numbers: number[]): Answer => ({
  ...(answer(numbers) as object),
  headers: { date: new Date(sentAt).toUTCString() },
});

/** The first id of a minute of 1 March 2026. */
const idAt = (minute: '20:00' | '20:05'): string =>
  ({ '20:00': '019caafc-7e00-7000-8000-000000000000', '20:05': '019cab01-11e0-7000-8000-000000000000' })[minute];

it('New posts are counted from when the list was loaded, and a press loads the list again', async () => {
  const asked = serve({
    'GET /post/getAllPost': page('2026-03-01T20:00:00Z', 7),
    'GET /post/newCount': ok({ count: 99, more: true }),
  });
  const { store, user } = renderAt('/home', () => <NewPosts list="posts" query={{ hashtag: 'kiln' }} />);
  expect(screen.queryByRole('button')).toBeNull();
  await store.dispatch(loadPostPage('posts', { hashtag: 'kiln' }, true));
  await store.dispatch(countNews());
  expect(asked.map(({ path }) => path)).toEqual(['/post/getAllPost', '/post/newCount']);
  expect(Object.fromEntries(asked[1]?.search ?? [])).toEqual({ since: idAt('20:00'), hashtag: 'kiln' });
  const pill = await screen.findByRole('button', { name: '99+ new posts' });
  serve({ 'GET /post/getAllPost': page('2026-03-01T20:05:00Z', 8, 7) });
  await user.click(pill);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(store.getState().posts?.posts.ids).toEqual([idOf(8), idOf(7)]);
  expect(store.getState().news?.posts?.since).toBe(idAt('20:05'));
});

it('New posts are not counted from the next page of a list, nor without the time of the server', async () => {
  serve({ 'GET /post/getAllPost': answer([7], 'more') });
  const { store } = renderAt('/home', () => <NewPosts list="latestPosts" query={{}} />);
  await store.dispatch(loadPostPage('latestPosts', {}, true));
  expect(store.getState().news?.latestPosts).toBeUndefined();
  serve({ 'GET /post/getAllPost': page('2026-03-01T20:00:00Z', 6) });
  await store.dispatch(loadPostPage('latestPosts', {}, false));
  expect(store.getState().news?.latestPosts).toBeUndefined();
});

it('New posts are counted from the newest of a list that was loaded within the same second', async () => {
  const newest = idAt('20:00').replace(/0{12}$/, '7'.repeat(12));
  const { body } = ok([buildPost({ _id: newest }), buildPost({ _id: idOf(7) })], {
    page: null,
    limit: 10,
    nextCursor: null,
  }) as { body: unknown };
  const date = new Date('2026-03-01T20:00:00Z').toUTCString();
  serve({ 'GET /post/getAllPost': { body, headers: { date } } });
  const { store } = renderAt('/home', () => <NewPosts list="latestPosts" query={{}} />);
  await store.dispatch(loadPostPage('latestPosts', {}, true));
  expect(store.getState().news?.latestPosts?.since).toBe(newest);
});
