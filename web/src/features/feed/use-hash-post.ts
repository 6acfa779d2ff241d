import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadPost } from '#entities/posts/post-commands.ts';
import { selectIsDismissed, selectPost, selectPostList } from '#entities/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import type { LoadableList } from './feed-commands.ts';
import { readHashId } from './post-slots.ts';

/**
 * The position of the post for each visited address: on top, or in the list. It is restored when the viewer comes back.
 */
const places = new Map<string, 'top' | 'list'>();

/**
 * Returns the post in the address's hash. A post in the list stays in its place; any other is loaded and comes first.
 * `message` says why it cannot be shown.
 */
export function useHashPost(list: LoadableList): { first: string | undefined; message: string | null } {
  const dispatch = useAppDispatch();
  const { hash, key } = useLocation();
  const id = readHashId(hash);
  const { ids, status } = useAppSelector((state) => selectPostList(state, list));
  const known = useAppSelector((state) => selectPost(state, id) !== undefined);
  const [failed, setFailed] = useState<{ id: string; message: string } | null>(null);
  const settled = status === 'ready' || status === 'failed';
  if (id && settled && !places.has(key)) places.set(key, ids.includes(id) ? 'list' : 'top');
  const onTop = id !== '' && places.get(key) === 'top';
  const dismissed = useAppSelector((state) => selectIsDismissed(state, id));
  // A post that was shown here and is gone has been deleted, which the viewer already knows.
  const shown = useRef(new Set<string>());
  useEffect(() => {
    if (known) shown.current.add(id);
  }, [known, id]);
  const missing = onTop && !known && !dismissed && failed?.id !== id;
  useEffect(() => {
    if (!missing || shown.current.has(id)) return undefined;
    let cancelled = false;
    void dispatch(loadPost(id)).then((response) => {
      if (!cancelled && !response.ok) setFailed({ id, message: response.message });
    });
    return () => {
      cancelled = true;
    };
  }, [dispatch, id, missing]);
  return {
    first: onTop && known ? id : undefined,
    message: onTop && !dismissed && failed?.id === id ? failed.message : null,
  };
}
