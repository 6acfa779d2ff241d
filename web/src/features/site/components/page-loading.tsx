import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Columns } from '#ui/layout/columns.tsx';

/** While the code of a page is on its way. */
export function PageLoading() {
  return (
    <Columns>
      <LoadingNote />
      <PostSkeleton />
      <PostSkeleton media />
    </Columns>
  );
}
