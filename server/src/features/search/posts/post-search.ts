/** Finds posts by words. */
import type { PostType } from '@afterhours/contract/posts/posts';
import type { PostList } from '#features/posts/loaders.ts';
import type { Services } from '#services.ts';
import { findWords } from '../words.ts';
import { foundPostKey, foundPostShape, selectFoundPosts } from './post-queries.ts';

/** The posts that match a keyword. */
export const foundList = (
  { reads: db }: Services,
  viewerId: string | null,
  { keyword, postType }: { keyword: string; postType: PostType | null },
): PostList => ({
  name: 'found-posts',
  shape: foundPostShape,
  async select(start) {
    const sought = await findWords(db, keyword);
    if (!sought) return [];
    const rows = await selectFoundPosts(db, { sought, typed: keyword, postType }, viewerId, start);
    return rows.map((row) => ({ id: row.id, key: foundPostKey(row) }));
  },
});
