/**
 * The orders of post lists and their filters. Each order is a row value on an index that ends in the id, so that a page
 * costs the same at any depth; the other conditions (type, tags, member) only filter.
 */
import type { PostListQuery } from '@afterhours/contract/feed';
import { type RawBuilder, sql } from 'kysely';
import { postListed, postVisible } from '#access/visibility.ts';
import type { CursorKey, KeyShape } from '#db/statements/keyset.ts';
import type { Viewer } from '#db/statements/viewers.ts';

/** `key` is the cursor of a row: `[score, id]` or `[id]`, as `shape` says. */
export type Order = {
  name: string;
  shape: KeyShape;
  key: RawBuilder<CursorKey>;
  columns: RawBuilder<unknown>;
  /** SQL: the rows after a key; all without one. */
  after(key: CursorKey | null): RawBuilder<unknown>;
};

const byScore = (name: string, column: string): Order => ({
  name,
  shape: ['score', 'id'],
  key: sql`json_build_array(${sql.ref(column)}, p.id)`,
  columns: sql`${sql.ref(column)} DESC, p.id DESC`,
  after: (key) => (key ? sql`(${sql.ref(column)}, p.id) < (${key[0]}::float8, ${key[1]}::uuid)` : sql`TRUE`),
});

const byId = (name: string, column: string): Order => ({
  name,
  shape: ['id'],
  key: sql`json_build_array(${sql.ref(column)})`,
  columns: sql`${sql.ref(column)} DESC`,
  after: (key) => (key ? sql`${sql.ref(column)} < ${key[0]}::uuid` : sql`TRUE`),
});

export const orders = {
  popular: byScore('popular', 'p.popularity'),
  topRated: byScore('top', 'p.rating_score'),
  latest: byId('latest', 'p.id'),
  /** Newest bookmark first; over `b`, the viewer's bookmarks. */
  bookmarked: byId('bookmarked', 'b.id'),
} satisfies Record<string, Order>;

/** `sinceId` is the smallest id of the time since when posts are wanted. */
export type Filters = {
  userId: string | null;
  postType: string | null;
  hashtags: string[];
  words: string[];
  sinceId: string | null;
};

export const noFilters: Filters = { userId: null, postType: null, hashtags: [], words: [], sinceId: null };

export const isUnfiltered = ({ userId, postType, hashtags, words, sinceId }: Filters): boolean =>
  userId === null && postType === null && hashtags.length === 0 && words.length === 0 && sinceId === null;

const MAX_WORDS = 12;

/** Returns the words of a keyword in the form used for comparisons. */
const wordsOf = (keyword: string | undefined): string[] =>
  [...new Set(keyword?.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu))].slice(0, MAX_WORDS).sort();

/** Returns the filters of a list query; tags are sorted, so that equal filters have one form. */
export const filtersOf = (query: PostListQuery): Filters => ({
  userId: query.userId || null,
  postType: query.postType || null,
  hashtags: [...new Set(query.hashtag)].sort(),
  words: wordsOf(query.keyword),
  sinceId: null,
});

/** SQL: lists of everybody's posts have no closed jobs; that of one member has all of theirs. */
export function openOnly({ postType, userId }: Filters): RawBuilder<unknown> {
  if (userId !== null) return sql`TRUE`;
  // The literal names the index of open jobs.
  return postType === 'job' ? sql`p.post_type = 'job' AND p.closed_at IS NULL` : sql`p.closed_at IS NULL`;
}

/** SQL: the conditions on `p` that the filters make. */
export function filterConditions(filters: Filters): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`TRUE`];
  if (filters.userId) all.push(sql`p.user_id = ${filters.userId}::uuid`);
  if (filters.sinceId) all.push(sql`p.id >= ${filters.sinceId}::uuid`);
  if (filters.postType) all.push(sql`p.post_type = ${filters.postType}`);
  if (filters.hashtags.length > 0) {
    all.push(sql`EXISTS (SELECT 1 FROM post_hashtags ph JOIN hashtags h ON h.id = ph.hashtag_id
      WHERE ph.post_id = p.id AND h.slug = ANY(${filters.hashtags}::text[]))`);
  }
  if (filters.words.length > 0) {
    all.push(sql`p.words @@ to_tsquery('simple', ${filters.words.map((word) => `'${word}':*`).join(' & ')})`);
  }
  return sql.join(all, sql` AND `);
}

/** SQL: whether the post `p` passes the filters and is visible to the viewer. */
export const visibleWith = (filters: Filters, viewer: Viewer): RawBuilder<unknown> =>
  sql`${filterConditions(filters)} AND ${postVisible(viewer)}`;

/** SQL: whether the viewer has the post `p` in a list of these posts: of one author's, or of everybody's. */
export const inList = (filters: Filters, viewer: Viewer): RawBuilder<unknown> =>
  filters.userId === null ? sql`${openOnly(filters)} AND ${postListed(viewer)}` : postVisible(viewer);

/** SQL: the same with the conditions of the filters. */
export const listedWith = (filters: Filters, viewer: Viewer): RawBuilder<unknown> =>
  sql`${filterConditions(filters)} AND ${inList(filters, viewer)}`;

/** SQL: the ids of those in a member's network: followed, connected, and themselves. Some of them are there twice. */
export const networkMemberIds = (viewerId: string): RawBuilder<unknown> => sql`
  SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid
  UNION ALL SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid
  UNION ALL SELECT ${viewerId}::uuid`;
