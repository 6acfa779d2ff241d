import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { NewPosts } from './components/new-posts.tsx';
import { loadPostPage } from './feed-commands.ts';
import { recountNewPosts } from './new-posts-commands.ts';

const page = (...numbers: number[]) =>
  ok(
    numbers.map((number) => buildPost({ _id: idOf(number) })),
    { page: null, limit: 10, nextCursor: null },
  );

it('New posts are counted from the newest loaded post, and a click reloads the list', async () => {
  const requests = serve({
    'GET /post/getAllPost': page(7),
    'GET /post/newCount': ok({ count: 99, more: true }),
  });
  const { store, user } = renderAt('/home', () => <NewPosts list="posts" query={{ hashtag: 'kiln' }} />);
  expect(screen.queryByRole('button')).toBeNull();
  await store.dispatch(loadPostPage('posts', { hashtag: 'kiln' }, true));
  await waitFor(() => expect(requests.some(({ search }) => search.get('sort') === 'latest')).toBe(true));
  await store.dispatch(recountNewPosts());
  const counted = requests.find(({ path }) => path === '/post/newCount');
  expect(counted?.search.get('since')).toBe(idOf(7));
  expect(counted?.search.get('hashtag')).toBe('kiln');
  const pill = await screen.findByRole('button', { name: '99+ new posts' });
  serve({ 'GET /post/getAllPost': page(8, 7) });
  await user.click(pill);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(store.getState().posts?.posts.ids).toEqual([idOf(8), idOf(7)]);
});

it('New posts are counted from another post if the newest one was deleted', async () => {
  serve({ 'GET /post/getAllPost': page(7), 'GET /post/newCount': fail(404, 'This post is no longer available.') });
  const { store } = renderAt('/home', () => <NewPosts list="latestPosts" query={{}} />);
  await store.dispatch(loadPostPage('latestPosts', {}, true));
  await waitFor(() => expect(store.getState().newPosts?.latestPosts?.since).toBe(idOf(7)));
  const requests = serve({
    'GET /post/getAllPost': page(6),
    'GET /post/newCount': fail(404, 'This post is no longer available.'),
  });
  await store.dispatch(recountNewPosts());
  expect(requests.map(({ path }) => path)).toEqual(['/post/newCount', '/post/getAllPost']);
  expect(store.getState().newPosts?.latestPosts?.since).toBe(idOf(6));
});
