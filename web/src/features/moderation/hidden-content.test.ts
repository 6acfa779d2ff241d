import { expect, it, vi } from 'vitest';
import { selectThread } from '#entities/comments/comments-slice.ts';
import { followListLoaded, selectFollowing, selectFollowList } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { postsReceived } from '#entities/posts/entities.ts';
import { selectIsDismissed, selectPost } from '#entities/posts/posts-slice.ts';
import { createStore } from '#lib/store.ts';
import { buildComment, buildOwnUser, buildPerson, buildPost, buildSuggestion, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { showHidden } from './hidden-content.ts';

function buildStore() {
  serve({ 'GET /getProfile': ok(buildOwnUser()) });
  const store = createStore();
  const postOf = (number: number, author: string) =>
    buildPost({ _id: idOf(number), user_id: author, user: { ...buildPost().user, _id: author } });
  const posts = [postOf(100, idOf(5)), postOf(101, idOf(6))];
  store.dispatch(postsReceived(posts));
  const listShown = () => [100, 101].filter((number) => selectPost(store.getState(), idOf(number)));
  return { store, listShown };
}

it('A post that was reported in another tab leaves the lists', () => {
  const { store, listShown } = buildStore();
  showHidden(store, { post_id: idOf(100) });
  expect(listShown()).toEqual([101]);
  expect(selectIsDismissed(store.getState(), idOf(100))).toBe(true);
});

it("A member's posts leave the lists after a block in another tab or by that member", () => {
  const { store, listShown } = buildStore();
  showHidden(store, { user_id: idOf(6) });
  expect(listShown()).toEqual([100]);
});

it("A hidden member's comments and rows leave the lists, and posts are loaded again for the exact count", async () => {
  const [author, gone] = [idOf(1), idOf(6)];
  const by = (number: number, user_id: string) =>
    buildComment({ _id: idOf(number), user_id, user: buildPerson({ _id: user_id }) });
  const post = buildPost({ comments: [by(200, author), by(201, gone)], commentsCount: 5 });
  const requests = serve({
    'GET /getProfile': ok(buildOwnUser()),
    [`GET /post/${post._id}`]: ok({ ...post, comments: [by(200, author)], commentsCount: 3 }),
  });
  const store = createStore();
  store.dispatch(postsReceived([post]));
  store.dispatch(receivePeople([buildSuggestion(6, { follower: [{ _id: idOf(806) }] })], 0));
  for (const list of ['followers', 'followings'] as const)
    store.dispatch(followListLoaded({ list, ids: [idOf(5), gone], cursor: null, total: 2, fresh: true }));
  vi.spyOn(Math, 'random').mockReturnValue(0);
  showHidden(store, { user_id: gone, gone: true });
  expect(selectThread(store.getState(), post._id)?.ids).toEqual([idOf(200)]);
  for (const list of ['followers', 'followings'] as const)
    expect(selectFollowList(store.getState(), list)).toMatchObject({ ids: [idOf(5)], total: 1 });
  expect(selectFollowing(store.getState(), gone)).toBe(false);
  await vi.waitFor(() => expect(selectPost(store.getState(), post._id)?.commentsCount).toBe(3));
  expect(requests.map(({ path }) => path).toSorted()).toEqual(['/getProfile', `/post/${post._id}`]);
});

it('A deleted member whom the viewer does not follow is hidden without a request', () => {
  const { store, listShown } = buildStore();
  const requests = serve({});
  showHidden(store, { user_id: idOf(6), gone: true });
  expect(listShown()).toEqual([100]);
  expect(requests).toEqual([]);
});
