import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';

/** Shown while the code of a page is loading. */
export function PageLoading() {
  return (
    <Columns>
      <LoadingNote />
      <PostSkeleton />
      <PostSkeleton media />
    </Columns>
  );
}
