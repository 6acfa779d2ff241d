/** First step of a list of posts: selects the posts on a page. Each list has its own statement for this. */
import type { Paging } from '@afterhours/contract/base/paging';
import { type CursorKey, type KeyShape, type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';

/** The ids of a page in order, and the paging fields of the response. */
export type Skeleton = { ids: readonly string[]; page: number | null; limit: number; nextCursor: string | null };

/** `key` is the post's position in the list, for the cursor. */
export type IdRow = { id: string; key: CursorKey };

/**
 * A list of posts as one viewer sees it. `name` and `shape` are those of its cursors; `select` returns the rows of a
 * page, plus one if there is a next page.
 */
export type PostList = { name: string; shape: KeyShape; select: (start: PageStart) => Promise<IdRow[]> };

export async function selectSkeleton({ name, shape, select }: PostList, query: Paging): Promise<Skeleton> {
  const start = pageStart(name, shape, query);
  const { items, ...paging } = toPage(name, await select(start), start, ({ key }) => key);
  return { ids: items.map(({ id }) => id), ...paging };
}
