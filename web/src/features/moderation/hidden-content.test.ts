import { expect, it } from 'vitest';
import { postsReceived } from '#entities/posts/entities.ts';
import { selectDismissed, selectPost } from '#entities/posts/posts-slice.ts';
import { createStore } from '#lib/store.ts';
import { buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { showHidden } from './hidden-content.ts';

function buildStore() {
  serve({ 'GET /follow/getfollower': ok([], { page: null, limit: 20, nextCursor: null, total: 0 }) });
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
  expect(selectDismissed(store.getState(), idOf(100))).toBe(true);
});

it("A member's posts leave the lists after a block in another tab or by that member", () => {
  const { store, listShown } = buildStore();
  showHidden(store, { user_id: idOf(6) });
  expect(listShown()).toEqual([100]);
});
