/** Lists of posts: the feed in its sub-tabs, and the query that all of them take. */
import * as z from 'zod/mini';
import { bounded, list } from './bounded.ts';
import { givenDateTime, id, line, optionalId } from './fields.ts';
import { pagedBeside, pagingShape } from './paging.ts';
import { optionalPostType, post } from './posts.ts';
import { route } from './route.ts';

export const MAX_HASHTAG_FILTERS = 20;

const tooManyFilters = `Please filter by at most ${MAX_HASHTAG_FILTERS} hashtags.`;
const hashtagList = z.pipe(
  z.pipe(
    z.string(tooManyFilters).check(bounded(1_100, tooManyFilters)),
    z.transform((value: string) =>
      value
        .split(',')
        .map((tag) => tag.trim().replace(/^#/, '').toLowerCase())
        .filter(Boolean),
    ),
  ),
  list(z.string(), { max: MAX_HASHTAG_FILTERS, message: tooManyFilters }),
);

export const sorts = ['popular', 'latest'] as const;

export const postListQuery = z.object({
  ...pagingShape,
  hashtag: z.optional(hashtagList),
  bookmark: z.optional(z.enum(['true', 'false', ''], 'bookmark must be true or false.')),
  postType: optionalPostType,
  userId: optionalId,
  /** Words that have to stand in title or description, each from its beginning. */
  keyword: z.optional(line({ max: 200 })),
  sort: z.optional(z.enum(sorts, 'sort must be popular or latest.')),
});
export type PostListQuery = z.output<typeof postListQuery>;

const postList = <const A extends 'optional' | 'member'>(path: string, summary: string, access: A) =>
  route({
    method: 'GET',
    path,
    summary,
    access,
    cost: 'read',
    query: postListQuery,
    answer: z.array(post),
    beside: pagedBeside,
  });

export const listFeed = postList('/post/getAllPost', 'The feed: ranked, or newest first with sort=latest', 'member');
export const listTopRated = postList('/post/toprated', 'Best rated first', 'member');
export const listNetworkPosts = postList(
  '/post/getMyNetworkPosts',
  'Posts of those I follow or am connected with, and mine',
  'member',
);
/** How many of the most engaged posts of the past 24 hours there are at most. */
export const POPULAR_POSTS = 10;

export const listPopularPosts = route({
  method: 'GET',
  path: '/post/popular',
  summary: 'The most engaged posts of the past 24 hours, at most 10',
  access: 'member',
  cost: 'read',
  answer: z.array(post),
});

/** Counting stops here; more are "99+". */
export const MAX_NEW_COUNT = 99;

const since = z.pipe(
  z.string('Please say since when: a post id, or a time.').check(bounded(40, 'This is neither a post id nor a time.')),
  z.union([id, givenDateTime('This is neither a post id nor a time.')], 'This is neither a post id nor a time.'),
);

/** `count` is at most 99; with `more` there are others. */
export const countNewPosts = route({
  method: 'GET',
  path: '/post/newCount',
  summary: "How many posts of others are newer than a post (its id) or a time; list=network counts the network's",
  access: 'member',
  cost: 'read',
  conditional: true,
  query: z.object({
    since,
    list: z._default(z.enum(['feed', 'network'], "list must be 'feed' or 'network'."), 'feed'),
    postType: optionalPostType,
    hashtag: z.optional(hashtagList),
  }),
  answer: z.object({ count: z.int(), more: z.boolean() }),
});

export const listUserPosts = postList('/post/getByUserPost', "One member's posts, newest first", 'optional');
