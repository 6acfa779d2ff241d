/** The filters of post lists, and the SQL conditions for a post `p` to be in a list. */
import type { Paging } from '@afterhours/contract/base/paging';
import type { PostListQuery } from '@afterhours/contract/feed';
import { type RawBuilder, sql } from 'kysely';
import { postListed, postVisible } from '#access/visibility.ts';
import type { Viewer } from '#db/statements/viewers.ts';

/** `sinceId` is the smallest id of the requested period. */
export type FeedFilters = {
  userId: string | null;
  postType: string | null;
  hashtags: string[];
  words: string[];
  sinceId: string | null;
};

export const noFilters: FeedFilters = { userId: null, postType: null, hashtags: [], words: [], sinceId: null };

export const isUnfiltered = (filters: Partial<FeedFilters>): boolean =>
  Object.values(filters).every((value) => value === null || value.length === 0);

const MAX_WORDS = 12;

/** Returns the words of a keyword in the form used for comparisons. */
const wordsOf = (keyword: string | undefined): string[] =>
  [...new Set(keyword?.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, MAX_WORDS).sort();

/** Returns the filters of a list query; tags are sorted, so that equal filters have one form. */
export const filtersOf = (query: Omit<PostListQuery, keyof Paging>): FeedFilters => ({
  userId: query.userId || null,
  postType: query.postType || null,
  hashtags: [...new Set(query.hashtag)].sort(),
  words: wordsOf(query.keyword),
  sinceId: null,
});

/** SQL for whether the post `p` passes the filters. This does not include whether the viewer can see it. */
export function passes({ userId, postType, hashtags, words, sinceId }: FeedFilters): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`TRUE`];
  if (userId) all.push(sql`p.user_id = ${userId}::uuid`);
  if (sinceId) all.push(sql`p.id >= ${sinceId}::uuid`);
  // As a literal, the type matches the partial index of open jobs.
  if (postType) all.push(postType === 'job' ? sql`p.post_type = 'job'` : sql`p.post_type = ${postType}`);
  if (hashtags.length > 0) {
    all.push(sql`EXISTS (SELECT 1 FROM post_hashtags ph JOIN hashtags h ON h.id = ph.hashtag_id
      WHERE ph.post_id = p.id AND h.slug = ANY(${hashtags}::text[]))`);
  }
  if (words.length > 0) {
    all.push(sql`p.words @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`);
  }
  return sql.join(all, sql` AND `);
}

/** SQL for leaving out closed jobs, which only the list of one member's posts contains. */
const openIn = ({ userId }: FeedFilters) => (userId === null ? sql`p.closed_at IS NULL` : sql`TRUE`);

/** SQL for whether `p` is in the viewer's list with these filters, of one member's or of everyone's posts. */
export const listedWith = (filters: FeedFilters, viewer: Viewer): RawBuilder<unknown> =>
  sql`${passes(filters)} AND ${openIn(filters)}
    AND ${filters.userId === null ? postListed(viewer) : postVisible(viewer)}`;

/** SQL for whether `p`, written by a member of the viewer's network, is in the network list with these filters. */
export const listedOfNetwork = (filters: FeedFilters, viewerId: string): RawBuilder<unknown> =>
  sql`${passes(filters)} AND ${openIn(filters)} AND ${postVisible(viewerId)}`;

/** SQL for the ids in a member's network: followed members, connections, and the member. Ids may occur twice. */
export const networkMemberIds = (viewerId: string): RawBuilder<unknown> => sql`
  SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid
  UNION ALL SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid
  UNION ALL SELECT ${viewerId}::uuid`;
