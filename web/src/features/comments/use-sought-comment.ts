import { type RefObject, useEffect } from 'react';
import { commentFound, selectSought } from '#entities/comments/comments-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { findComment } from './comment-commands.ts';

/** Shows the comment that a notification links to: loads comments up to it, then focuses and highlights it. */
export function useSoughtComment(postId: string, list: RefObject<HTMLElement | null>, showAll: () => void): void {
  const dispatch = useAppDispatch();
  const sought = useAppSelector((state) => selectSought(state, postId));
  useEffect(() => {
    if (!sought) return undefined;
    let frame = 0;
    let cancelled = false;
    // Runs after the page has scrolled to the post.
    const show = () => {
      const comment = list.current?.querySelector<HTMLElement>(`[data-comment="${sought}"]`);
      comment?.focus({ preventScroll: true });
      comment?.scrollIntoView({ block: 'center' });
      dispatch(commentFound(sought));
    };
    void dispatch(findComment(postId, sought)).then((found) => {
      if (cancelled || !found) return;
      showAll();
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(show);
      });
    });
    return () => {
      cancelled = true;
      cancelAnimationFrame(frame);
    };
    // `showAll` only sets state.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [dispatch, postId, sought, list]);
}
