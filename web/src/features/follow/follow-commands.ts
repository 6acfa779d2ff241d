/** Following, unfollowing, and loading both lists. A follow is shown at once and rolled back if it is refused. */
import type { listFollowers, listFollowings, setFollow } from '@afterhours/contract/people/follow';
import type { FollowablePerson } from '@afterhours/contract/people/people';
import {
  type FollowListName,
  followListFailed,
  followListLoaded,
  followListRequested,
  followSettled,
  followWanted,
  selectFollowList,
  selectFollowVersion,
} from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk } from '#lib/store.ts';

const PAGE_SIZE = '30';

type Page = { ok: true; people: FollowablePerson[]; total: number; nextCursor: string | null } | CallFailure;
type Query = { limit: string; cursor?: string | undefined };

const pageCalls: Record<FollowListName, (query: Query) => Promise<Page>> = {
  followers: async (query) => {
    const response = await call<typeof listFollowers>('GET', '/follow/getfollower', { query });
    return response.ok ? { ...response, people: response.body.map(({ followerUser }) => followerUser) } : response;
  },
  followings: async (query) => {
    const response = await call<typeof listFollowings>('GET', '/follow/getfollowings', { query });
    return response.ok ? { ...response, people: response.body.map(({ followingUser }) => followingUser) } : response;
  },
};

/** Loads the first page (`fresh`) or the next one of the viewer's list. Concurrent requests load a page once. */
export function loadFollowList(list: FollowListName, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const present = selectFollowList(getState(), list);
      const cursor = fresh ? null : present.cursor;
      if (present.status === 'loading' || (!fresh && cursor === null)) return;
      dispatch(followListRequested(list));
      const followVersion = selectFollowVersion(getState());
      const page = await pageCalls[list]({ limit: PAGE_SIZE, cursor: cursor ?? undefined });
      if (!page.ok) {
        dispatch(followListFailed({ list, message: page.message }));
        return;
      }
      dispatch(receivePeople(page.people, followVersion));
      const ids = page.people.map(({ _id }) => _id);
      dispatch(followListLoaded({ list, ids, cursor: page.nextCursor, total: page.total, fresh: cursor === null }));
    },
    (message) => followListFailed({ list, message }),
  );
}

/** Reloads the counts, and the followers if they were loaded, after somebody has followed the viewer. */
export function reloadFollowers(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    void dispatch(loadOwnUser());
    if (selectFollowList(getState(), 'followers').status !== 'idle') await dispatch(loadFollowList('followers', true));
  };
}

const pending = new Map<string, number>();

/** Follows or unfollows a member. Quick clicks reach the server in order, and the last one counts. */
export function setFollowing(userId: string, following: boolean): AppThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(followWanted({ userId, following }));
    pending.set(userId, (pending.get(userId) ?? 0) + 1);
    const body = { action: following ? 'follow' : 'unfollow', follow_user_id: userId } as const;
    const response = await queueSerially(`follow ${userId}`, () =>
      call<typeof setFollow>('POST', '/follow/followUnfollowUser', { body }),
    );
    const remaining = (pending.get(userId) ?? 1) - 1;
    if (remaining > 0) pending.set(userId, remaining);
    else pending.delete(userId);
    const result = response.ok ? response.body : { following: null };
    dispatch(followSettled({ ...result, userId, last: remaining === 0 }));
    if (!response.ok) {
      showFailure(response);
      return;
    }
    showSuccess(response.message);
    void dispatch(loadOwnUser());
  };
}
