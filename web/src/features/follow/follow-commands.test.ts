import type { FollowablePerson } from '@afterhours/contract/people/people';
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { expect, it } from 'vitest';
import { selectFollowing, selectFollowList } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { createStore } from '#lib/store.ts';
import { buildOwnUser, buildSuggestion, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { loadFollowList, reloadFollowers, setFollowing } from './follow-commands.ts';
import { listenToFollows } from './follow-events.ts';

const FOLLOW = 'POST /follow/followUnfollowUser';
const own = { 'GET /getProfile': ok(buildOwnUser()) };

/** Returns a function that delivers a follow event to the store, as the socket would. */
function listen(store: ReturnType<typeof createStore>) {
  const handlers = new Map<string, (payload: unknown) => void>();
  const on = (event: string, handler: (payload: unknown) => void) => handlers.set(event, handler);
  listenToFollows({ on, off: () => undefined } as unknown as Socket, store);
  return (payload: ServerEventPayload<'follow'>) => handlers.get('follow')?.(payload);
}

function buildStore() {
  const store = createStore();
  const following = (number: number) => selectFollowing(store.getState(), idOf(number));
  const followings = () => selectFollowList(store.getState(), 'followings');
  return { dispatch: store.dispatch, following, followings, receiveFollow: listen(store) };
}
const followings = (people: FollowablePerson[], total: number, nextCursor: string | null = null) =>
  ok(
    people.map((followingUser) => ({ _id: idOf(900), followingUser })),
    { page: null, limit: 30, nextCursor, total },
  );
const followed = (number: number) => buildSuggestion(number, { follower: [{ _id: idOf(800 + number) }] });
const responseOf = (following: boolean) => ok({ following, follow_user_id: idOf(5), followersCount: 3 });

it('A follow is shown at once, and rolled back if it is refused', async () => {
  const response = deferred<FakeResponse>();
  serve({ [FOLLOW]: () => response.promise });
  const { dispatch, following } = buildStore();
  dispatch(receivePeople([buildSuggestion(5)], 0));
  const done = dispatch(setFollowing(idOf(5), true));
  expect(following(5)).toBe(true);
  response.resolve(fail(404, 'Not found.'));
  await done;
  expect(following(5)).toBe(false);
});

it('A refused change of a member whose state was not loaded leaves it unknown', async () => {
  serve({ [FOLLOW]: fail(404, 'Not found.') });
  const { dispatch, following } = buildStore();
  await dispatch(setFollowing(idOf(5), false));
  expect(following(5)).toBeUndefined();
});

it('A follow of a member whose state was not loaded does not count them a second time', async () => {
  serve({ ...own, 'GET /follow/getfollowings': followings([followed(1)], 2, 'next'), [FOLLOW]: responseOf(true) });
  const { dispatch, following, followings: list } = buildStore();
  await dispatch(loadFollowList('followings', true));
  await dispatch(setFollowing(idOf(5), true));
  expect(following(5)).toBe(true);
  expect(list()).toMatchObject({ ids: [idOf(1)], total: 2 });
});

it('A follow is added to the followings with the exact count, and an unfollowed member keeps the row', async () => {
  serve({
    ...own,
    'GET /follow/getfollowings': followings([followed(1)], 1),
    [FOLLOW]: ({ body }) => responseOf((body as { action: string }).action === 'follow'),
  });
  const { dispatch, followings: list } = buildStore();
  await dispatch(loadFollowList('followings', true));
  await dispatch(setFollowing(idOf(5), true));
  expect(list()).toMatchObject({ ids: [idOf(5), idOf(1)], total: 2 });
  await dispatch(setFollowing(idOf(1), false));
  expect(list()).toMatchObject({ ids: [idOf(5), idOf(1)], total: 1 });
});

it('Three quick clicks on Follow reach the server in order, and the last one counts', async () => {
  const requests = serve({
    ...own,
    [FOLLOW]: ({ body }) => responseOf((body as { action: string }).action === 'follow'),
  });
  const { dispatch, following } = buildStore();
  await Promise.all([true, false, true].map((wanted) => dispatch(setFollowing(idOf(5), wanted))));
  const actions = requests.flatMap(({ path, body }) =>
    path === '/getProfile' ? [] : [(body as { action: string }).action],
  );
  expect(actions).toEqual(['follow', 'unfollow', 'follow']);
  expect(following(5)).toBe(true);
});

it('A list that was requested before a follow does not revert it', async () => {
  const slow = deferred<FakeResponse>();
  serve({ ...own, 'GET /follow/getfollower': () => slow.promise, [FOLLOW]: responseOf(true) });
  const { dispatch, following } = buildStore();
  const reading = dispatch(loadFollowList('followers', true));
  await dispatch(setFollowing(idOf(5), true));
  const follower = { _id: idOf(900), followerUser: buildSuggestion(5) };
  slow.resolve(ok([follower, { _id: idOf(901), followerUser: buildSuggestion(6) }], { nextCursor: null, total: 2 }));
  await reading;
  expect(following(5)).toBe(true);
  expect(following(6)).toBe(false);
});

it('A member counts as not followed only once all followed members are loaded', async () => {
  serve({
    'GET /follow/getfollowings': ({ search }) =>
      search.get('cursor') ? followings([followed(2)], 2) : followings([followed(1)], 2, 'next'),
  });
  const { dispatch, following } = buildStore();
  await dispatch(loadFollowList('followings', true));
  expect(following(7)).toBeUndefined();
  await dispatch(loadFollowList('followings', false));
  expect(following(7)).toBe(false);
  expect(following(2)).toBe(true);
});

it('A follow in another tab is shown here and counted once', async () => {
  serve({ ...own, 'GET /follow/getfollowings': followings([followed(1)], 1), [FOLLOW]: responseOf(true) });
  const { dispatch, following, followings: list, receiveFollow } = buildStore();
  await dispatch(loadFollowList('followings', true));
  receiveFollow({ user_id: idOf(5), following: true, followersCount: 3 });
  expect(following(5)).toBe(true);
  expect(list()).toMatchObject({ ids: [idOf(5), idOf(1)], total: 2 });
  await dispatch(setFollowing(idOf(5), true));
  receiveFollow({ user_id: idOf(5), following: true, followersCount: 3 });
  expect(list()).toMatchObject({ total: 2 });
});

it('A follow event that arrives before the response is shown after it', async () => {
  const response = deferred<FakeResponse>();
  serve({ ...own, [FOLLOW]: () => response.promise });
  const { dispatch, following, receiveFollow } = buildStore();
  const done = dispatch(setFollowing(idOf(5), true));
  receiveFollow({ user_id: idOf(5), following: false, followersCount: 2 });
  expect(following(5)).toBe(true);
  response.resolve(responseOf(true));
  await done;
  expect(following(5)).toBe(false);
});

it('A list of followers that was loaded further stays so when somebody follows the viewer', async () => {
  const followers = (numbers: number[], nextCursor: string | null, total: number) =>
    ok(
      numbers.map((number) => ({ _id: idOf(900), followerUser: buildSuggestion(number) })),
      { page: null, limit: 30, nextCursor, total },
    );
  const calls: (string | null)[] = [];
  let newest = [5, 4];
  serve({
    ...own,
    'GET /follow/getfollower': ({ search }) => {
      calls.push(search.get('cursor'));
      if (search.has('cursor')) return followers([3, 2], 'after 2', 5);
      return followers(newest, `after ${newest.at(-1)}`, 6);
    },
  });
  const store = createStore();
  const list = () => selectFollowList(store.getState(), 'followers');
  await store.dispatch(loadFollowList('followers', true));
  await store.dispatch(loadFollowList('followers', false));
  newest = [6, 5];
  await store.dispatch(reloadFollowers());
  expect(list().ids).toEqual([6, 5, 4, 3, 2].map(idOf));
  expect([list().cursor, list().total, calls]).toEqual(['after 2', 6, [null, 'after 4', null]]);
  newest = [20, 19];
  await store.dispatch(reloadFollowers());
  expect([list().ids, list().cursor]).toEqual([[20, 19].map(idOf), 'after 19']);
});
