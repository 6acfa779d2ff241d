/** Following and unfollowing, and reading who follows whom. A follow shows at once and rolls back if refused. */
import type { listFollowers, listFollowings, setFollow } from '@afterhours/contract/follow';
import type { FollowablePerson } from '@afterhours/contract/people';
import {
  type FollowListName,
  followAnswered,
  followListFailed,
  followListLoaded,
  followListRequested,
  followWanted,
  selectFollowList,
  selectFollowTurn,
} from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/known-people.ts';
import { loadSuggestions } from '#entities/people/suggestion-commands.ts';
import { selectSuggestionList } from '#entities/people/suggestion-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';

const PAGE_SIZE = 30;

type Page = { ok: true; people: FollowablePerson[]; total: number; nextCursor: string | null } | CallFailure;
type Query = { limit: string; cursor?: string | undefined };

const readers: Record<FollowListName, (query: Query) => Promise<Page>> = {
  followers: async (query) => {
    const answer = await call<typeof listFollowers>('GET', '/follow/getfollower', { query });
    return answer.ok ? { ...answer, people: answer.body.map(({ followerUser }) => followerUser) } : answer;
  },
  followings: async (query) => {
    const answer = await call<typeof listFollowings>('GET', '/follow/getfollowings', { query });
    return answer.ok ? { ...answer, people: answer.body.map(({ followingUser }) => followingUser) } : answer;
  },
};

/** Reads the first page (`fresh`) or the next one of my followers or followings; a page asked for twice is read once. */
export function loadFollowList(list: FollowListName, fresh: boolean, limit = PAGE_SIZE): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const held = selectFollowList(getState(), list);
      const cursor = fresh ? null : held.cursor;
      if (held.status === 'loading' || (!fresh && cursor === null)) return;
      dispatch(followListRequested(list));
      const turn = selectFollowTurn(getState());
      const page = await readers[list]({ limit: String(limit), cursor: cursor ?? undefined });
      if (!page.ok) {
        dispatch(followListFailed({ list, message: page.message }));
        return;
      }
      dispatch(receivePeople(page.people, turn));
      const ids = page.people.map(({ _id }) => _id);
      dispatch(followListLoaded({ list, ids, cursor: page.nextCursor, total: page.total, fresh: cursor === null }));
    },
    (message) => followListFailed({ list, message }),
  );
}

/** Somebody has begun to follow me: my numbers, and my followers if they were read. */
export function readFollowersAgain(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    void dispatch(loadOwnUser());
    if (selectFollowList(getState(), 'followers').status !== 'idle') await dispatch(loadFollowList('followers', true));
  };
}

const underWay = new Map<string, number>();

/** As long as a suggestion says "Following" before another one takes its place under the pointer. */
const SEEN_MS = 2_000;
let reloading: ReturnType<typeof setTimeout> | undefined;

function reloadRecommendedSoon(): AppThunk {
  return (dispatch, getState) => {
    clearTimeout(reloading);
    if (selectSuggestionList(getState(), 'recommended').status === 'idle') return;
    reloading = setTimeout(() => void dispatch(loadSuggestions('recommended', true)), SEEN_MS);
  };
}

/** Follows or unfollows; pressed quickly, the presses reach the server in order and the last one stands. */
export function setFollowing(userId: string, following: boolean): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(followWanted({ userId, following }));
    underWay.set(userId, (underWay.get(userId) ?? 0) + 1);
    const body = { action: following ? 'follow' : 'unfollow', follow_user_id: userId } as const;
    const answer = await queueSerially(`follow ${userId}`, () =>
      call<typeof setFollow>('POST', '/follow/followUnfollowUser', { body }),
    );
    const left = (underWay.get(userId) ?? 1) - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
    const heard = answer.ok ? answer.body : { following: null };
    dispatch(followAnswered({ ...heard, userId, last: left === 0 }));
    if (!answer.ok) {
      // A dead session leads to the login page by itself.
      if (answer.status !== 401) showError(answer.message);
      return;
    }
    showSuccess(answer.message);
    void dispatch(loadOwnUser());
    dispatch(reloadRecommendedSoon());
  };
}
