import { describe, expect, it } from 'vitest';
import { postsReceived } from '#entities/posts/entities.ts';
import { deleteOwnPost, publishPost, setPostLiked } from '#entities/posts/post-commands.ts';
import { selectPost, selectPostList } from '#entities/posts/posts-slice.ts';
import { loadPostPage } from '#features/feed/feed-commands.ts';
import { createStore } from '#lib/store.ts';
import { buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';

const id = idOf(100);
function buildStore() {
  const store = createStore();
  store.dispatch(postsReceived([buildPost()]));
  return { dispatch: store.dispatch, read: () => store.getState(), post: () => selectPost(store.getState(), id) };
}
const page = (ids: number[], nextCursor: string | null) =>
  ok(
    ids.map((number) => buildPost({ _id: idOf(number) })),
    { page: null, limit: 10, nextCursor },
  );

describe('A like', () => {
  it('is shown at once, then takes the server’s count', async () => {
    const response = deferred<FakeResponse>();
    serve({ 'POST /post/likeUnlike': () => response.promise });
    const { dispatch, post } = buildStore();
    const done = dispatch(setPostLiked(id, true));
    expect(post()).toMatchObject({ isLiked: true, likesCount: 4 });
    response.resolve(ok({ post_id: id, isLiked: true, likesCount: 9 }));
    await done;
    expect(post()).toMatchObject({ isLiked: true, likesCount: 9 });
  });
  it('stays shown when the post is received as it was before', async () => {
    const response = deferred<FakeResponse>();
    serve({ 'POST /post/likeUnlike': () => response.promise });
    const { dispatch, post } = buildStore();
    const done = dispatch(setPostLiked(id, true));
    dispatch(postsReceived([buildPost({ likesCount: 5 })]));
    expect(post()).toMatchObject({ isLiked: true, likesCount: 6 });
    dispatch(postsReceived([buildPost({ isLiked: true, likesCount: 6 })]));
    expect(post()).toMatchObject({ isLiked: true, likesCount: 6 });
    dispatch(postsReceived([buildPost({ likesCount: 7 })]));
    response.resolve(fail(503, 'Busy.'));
    await done;
    expect(post()).toMatchObject({ isLiked: false, likesCount: 7 });
  });
  it('is rolled back when the server rejects it', async () => {
    serve({ 'POST /post/likeUnlike': fail(404, 'This post is no longer available.') });
    const { dispatch, post } = buildStore();
    await dispatch(setPostLiked(id, true));
    expect(post()).toMatchObject({ isLiked: false, likesCount: 3 });
  });
  it('toggled three times quickly reaches the server in order, and the last click wins', async () => {
    const requests = serve({
      'POST /post/likeUnlike': ({ body }) => {
        const { status } = body as { status: boolean };
        return ok({ post_id: id, isLiked: status, likesCount: status ? 4 : 3 });
      },
    });
    const { dispatch, post } = buildStore();
    const all = [true, false, true].map((liked) => dispatch(setPostLiked(id, liked)));
    expect(post()).toMatchObject({ isLiked: true, likesCount: 4 });
    await Promise.all(all);
    expect(requests.map((one) => (one.body as { status: boolean }).status)).toEqual([true, false, true]);
    expect(post()).toMatchObject({ isLiked: true, likesCount: 4 });
  });
});

describe('A deletion', () => {
  it('removes the post from every list, and restores its place when the server rejects it', async () => {
    serve({
      'GET /post/getAllPost': page([99, 100, 101], null),
      'DELETE /post/delete/01900000-0000-7000-8000-000000000100': fail(503, 'Busy.'),
    });
    const { dispatch, read, post } = buildStore();
    await dispatch(loadPostPage('posts', {}, true));
    const done = dispatch(deleteOwnPost(id));
    expect(selectPostList(read(), 'posts').ids).toEqual([idOf(99), idOf(101)]);
    expect(post()).toBeUndefined();
    await done;
    expect(selectPostList(read(), 'posts').ids).toEqual([idOf(99), id, idOf(101)]);
    expect(post()).toBeDefined();
  });
});

describe('A list', () => {
  it('continues from the cursor, shows nothing twice, and ends', async () => {
    const requests = serve({
      'GET /post/getAllPost': ({ search }) => (search.get('cursor') ? page([2, 3], null) : page([1, 2], 'next')),
    });
    const { dispatch, read } = buildStore();
    await dispatch(loadPostPage('posts', {}, true));
    await dispatch(loadPostPage('posts', {}, false));
    await dispatch(loadPostPage('posts', {}, false));
    expect(selectPostList(read(), 'posts').ids).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(requests).toHaveLength(2);
  });
  it('ignores a response to an outdated request', async () => {
    const slow = deferred<FakeResponse>();
    serve({ 'GET /post/getAllPost': ({ search }) => (search.get('postType') ? page([5], null) : slow.promise) });
    const { dispatch, read } = buildStore();
    const first = dispatch(loadPostPage('posts', {}, true));
    await dispatch(loadPostPage('posts', { postType: 'job' }, true));
    slow.resolve(page([1], null));
    await first;
    expect(selectPostList(read(), 'posts').ids).toEqual([idOf(5)]);
  });
  it('loads the latest and the best rated posts from their own routes', async () => {
    const requests = serve({ 'GET /post/getAllPost': page([1], null), 'GET /post/toprated': page([1], null) });
    const { dispatch } = createStore();
    await dispatch(loadPostPage('latestPosts', {}, true));
    await dispatch(loadPostPage('topRatedPosts', {}, true));
    expect(requests[0]?.search.get('sort')).toBe('latest');
    expect(requests[1]?.path).toBe('/post/toprated');
  });
});

it('A published post is first in the feed, and is sent with its idempotency key', async () => {
  const requests = serve({
    'GET /post/getAllPost': page([1], null),
    'POST /post/create': ok(buildPost({ _id: idOf(7) })),
  });
  const { dispatch, read } = buildStore();
  await dispatch(loadPostPage('posts', {}, true));
  await dispatch(publishPost({ postType: 'general', description: 'Hello' }, 'key'));
  expect(selectPostList(read(), 'posts').ids).toEqual([idOf(7), idOf(1)]);
  expect(requests[1]?.headers.get('idempotency-key')).toBe('key');
});
