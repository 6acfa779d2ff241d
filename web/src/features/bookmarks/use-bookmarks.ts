import { useCallback, useEffect, useRef } from 'react';
import { selectPostsState } from '#features/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { showUndoToast } from '#ui/undo-toast.tsx';
import { keepAgain, loadBookmarks } from './bookmark-list-commands.ts';
import { selectBookmarkList } from './bookmark-list-slice.ts';

/** Offers to undo what has just left the list because its bookmark was removed; a deleted post left for good. */
function useUndo(kept: readonly string[], isThere: (id: string) => boolean) {
  const dispatch = useAppDispatch();
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const left = before.current.filter((id) => !kept.includes(id) && isThere(id));
    before.current = kept;
    for (const id of left) {
      showUndoToast({ message: 'Taken off your bookmarks.', onUndo: () => void dispatch(keepAgain(id)) });
    }
  });
}

/** The posts I keep: read anew when shown, and without those whose bookmark was removed meanwhile. */
export function useBookmarks() {
  const dispatch = useAppDispatch();
  const { ids, ...held } = useAppSelector(selectBookmarkList);
  const posts = useAppSelector((state) => selectPostsState(state).post.entities);
  useEffect(() => void dispatch(loadBookmarks(true)), [dispatch]);
  const more = useCallback(() => void dispatch(loadBookmarks(false)), [dispatch]);
  const kept = ids.filter((id) => posts[id]?.bookmark);
  useUndo(kept, (id) => posts[id] !== undefined);
  const { status, cursor } = held;
  const wanting = status === 'ready' && kept.length === 0 && cursor !== null;
  useEffect(() => {
    if (wanting) more();
  }, [wanting, more]);
  const retry = () => void dispatch(loadBookmarks(ids.length === 0 || cursor === null));
  return { ...held, kept, more, retry };
}
