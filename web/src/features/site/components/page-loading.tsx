import { Columns } from '#ui/shell/columns.tsx';
import { LoadingNote, PostSkeleton } from '#ui/skeleton.tsx';

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
