import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadFollowList } from './follow-commands.ts';
import { selectFollowing, selectFollowList } from './follow-slice.ts';

const LARGEST_PAGE = 100;

/**
 * Whether I follow somebody; while no answer has told, reads on in my followings until one does. `settled` is true
 * once that is known, or cannot be found out.
 */
export function useFollowing(userId: string, wanted: boolean) {
  const dispatch = useAppDispatch();
  const following = useAppSelector((state) => selectFollowing(state, userId));
  const { status, cursor } = useAppSelector((state) => selectFollowList(state, 'followings'));
  const unknown = wanted && following === undefined && (status === 'idle' || status === 'ready');
  useEffect(() => {
    if (unknown) void dispatch(loadFollowList('followings', cursor === null, LARGEST_PAGE));
  }, [dispatch, unknown, cursor]);
  return { following, settled: !wanted || following !== undefined || status === 'failed' };
}
