import { useLayoutEffect, useRef } from 'react';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';

/**
 * Moves the focus to the loaded page's `main` if this one had it: otherwise the browser would drop it with the element.
 */
function useFocusPassedOn() {
  const inside = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const main = inside.current?.closest('main');
    return () => {
      if (!main || main !== document.activeElement) return;
      // The new page is in the document once React has finished this commit.
      queueMicrotask(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
      });
    };
  }, []);
  return inside;
}

/** Shown while the code of a page is loading. */
export function PageLoading() {
  const inside = useFocusPassedOn();
  return (
    <Columns>
      <div ref={inside} hidden />
      <LoadingNote />
      <PostSkeleton />
      <PostSkeleton media />
    </Columns>
  );
}
