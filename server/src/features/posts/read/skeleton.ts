/** First step of a list of posts: selects the posts on a page. Each list has its own statement for this. */
import type { Paging } from '@afterhours/contract/base/paging';
import { type CursorKey, type KeyShape, type PageStart, pageStart, toPage } from '#db/statements/keyset.ts';

/** The ids of a page in order, and the paging fields of the response. */
export type Skeleton = { ids: readonly string[]; page: number | null; limit: number; nextCursor: string | null };

/** `key` is the post's position in the list, for the cursor. */
export type IdRow = { id: string; key: CursorKey };

/** Returns one page of a list; `select` returns the page's rows, plus one if there is a next page. */
export async function pageOf(
  { name, shape }: { name: string; shape: KeyShape },
  query: Paging,
  select: (start: PageStart) => Promise<IdRow[]>,
): Promise<Skeleton> {
  const start = pageStart(name, shape, query);
  const { items, ...paging } = toPage(name, await select(start), start, ({ key }) => key);
  return { ids: items.map(({ id }) => id), ...paging };
}
