import { type RefObject, useEffect } from 'react';
import { linkedCommentReached, selectLinkedComment } from '#entities/comments/comments-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { findComment } from './comment-commands.ts';

/** Shows the comment that a notification links to: loads comments up to it, then focuses and highlights it. */
export function useLinkedComment(postId: string, list: RefObject<HTMLElement | null>, showAll: () => void): void {
  const dispatch = useAppDispatch();
  const linked = useAppSelector((state) => selectLinkedComment(state, postId));
  useEffect(() => {
    if (!linked) return undefined;
    let frame = 0;
    let cancelled = false;
    // Runs after the page has scrolled to the post.
    const show = () => {
      const comment = list.current?.querySelector<HTMLElement>(`[data-comment="${linked}"]`);
      comment?.focus({ preventScroll: true });
      comment?.scrollIntoView({ block: 'center' });
      dispatch(linkedCommentReached(linked));
    };
    void dispatch(findComment(postId, linked)).then((found) => {
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
  }, [dispatch, postId, linked, list]);
}
