import { useCallback, useEffect, useMemo } from 'react';
import { selectPostsState } from '#entities/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadBookmarks } from './bookmark-list-commands.ts';
import { selectBookmarkList } from './bookmark-list-slice.ts';

/** The viewer's bookmarks, reloaded when shown and when another tab adds one, without those removed in the meantime. */
export function useBookmarks() {
  const dispatch = useAppDispatch();
  const { ids, ...present } = useAppSelector(selectBookmarkList);
  const posts = useAppSelector((state) => selectPostsState(state).post.entities);
  useEffect(() => void dispatch(loadBookmarks(true)), [dispatch]);
  const more = useCallback(() => void dispatch(loadBookmarks(false)), [dispatch]);
  const kept = useMemo(() => ids.filter((id) => posts[id]?.bookmark), [ids, posts]);
  const { status, cursor, stale } = present;
  const isStale = stale && status === 'ready';
  useEffect(() => {
    if (isStale) void dispatch(loadBookmarks(true));
  }, [dispatch, isStale]);
  const needsMore = status === 'ready' && kept.length === 0 && cursor !== null;
  useEffect(() => {
    if (needsMore) more();
  }, [needsMore, more]);
  const retry = () => void dispatch(loadBookmarks(ids.length === 0 || cursor === null));
  return { ...present, kept, more, retry };
}
