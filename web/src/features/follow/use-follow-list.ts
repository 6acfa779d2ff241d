import { useEffect } from 'react';
import { type FollowListName, selectFollowedMap, selectFollowList } from '#entities/people/follow-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadFollowList } from './follow-commands.ts';

/** The viewer's followers or followings, loaded when they are first shown; `current` leaves out unfollowed members. */
export function useFollowList(list: FollowListName) {
  const dispatch = useAppDispatch();
  const present = useAppSelector((state) => selectFollowList(state, list));
  const following = useAppSelector(selectFollowedMap);
  const idle = present.status === 'idle';
  useEffect(() => {
    if (idle) void dispatch(loadFollowList(list, true));
  }, [dispatch, list, idle]);
  const current = list === 'followers' ? present.ids : present.ids.filter((id) => following[id] !== false);
  return { ...present, current };
}
