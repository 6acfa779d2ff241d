/** Finds posts by words. */
import type { Paging } from '@afterhours/contract/base/paging';
import type { PostType } from '@afterhours/contract/posts/posts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import type { Skeleton } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { findWords } from '../words.ts';
import { foundPostKey, foundPostShape, selectFoundPosts } from './post-queries.ts';

type Question = { keyword: string; postType: PostType | null; paging: Paging };

/** Returns the skeleton of a list of matching posts. */
export async function findPosts(
  { reads: db }: Services,
  viewerId: string | null,
  { keyword, postType, paging }: Question,
): Promise<Skeleton> {
  const start = pageStart('found-posts', foundPostShape, paging);
  const sought = await findWords(db, keyword);
  const rows = sought ? await selectFoundPosts(db, { sought, typed: keyword, postType }, viewerId, start) : [];
  const { items, ...page } = toPage('found-posts', rows, start, foundPostKey);
  return { ids: items.map((row) => row.id), ...page };
}
