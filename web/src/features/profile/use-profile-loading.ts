import { useLayoutEffect, useRef } from 'react';
import { type AppThunk, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { selectLoading } from './profile-slice.ts';

/**
 * Loads a profile whenever its page is opened, and again when the store was emptied, such as after a sign-in in another
 * tab. Returns the loading state.
 */
export function useProfileLoading(key: string, load: (id: string) => AppThunk<Promise<void>>, id: string) {
  const dispatch = useAppDispatch();
  const loading = useAppSelector((state) => selectLoading(state, key));
  const idle = loading === undefined;
  const visited = useRef<string | null>(null);
  // Before the paint, so that a response that is already there is shown at once.
  useLayoutEffect(() => {
    if (!idle && visited.current === id) return;
    visited.current = id;
    void dispatch(load(id));
  }, [dispatch, load, id, idle]);
  return loading;
}
