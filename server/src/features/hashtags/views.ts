import type { Hashtag } from '@afterhours/contract/posts/hashtags';

export type HashtagRow = { id: string; title: string; slug: string; posts_count: number };

export const toHashtagView = (row: HashtagRow): Hashtag => ({
  _id: row.id,
  title: row.title,
  postsCount: row.posts_count,
});
