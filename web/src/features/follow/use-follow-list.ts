import { useEffect } from 'react';
import { type FollowListName, selectFollowedMap, selectFollowList } from '#entities/people/follow-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadFollowList } from './follow-commands.ts';

/** My followers or followings, read when first shown; `current` leaves out whom I have unfollowed meanwhile. */
export function useFollowList(list: FollowListName) {
  const dispatch = useAppDispatch();
  const held = useAppSelector((state) => selectFollowList(state, list));
  const following = useAppSelector(selectFollowedMap);
  const unread = held.status === 'idle';
  useEffect(() => {
    if (unread) void dispatch(loadFollowList(list, true));
  }, [dispatch, list, unread]);
  const current = list === 'followers' ? held.ids : held.ids.filter((id) => following[id] !== false);
  return { ...held, current };
}
