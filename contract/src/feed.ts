/** Lists of posts: the feed in its sub-tabs, and the query that all lists take. */
import * as z from 'zod/mini';
import { bounded, list } from './base/bounded.ts';
import { givenDateTime, id, line, optionalId } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { pagedBeside, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { MAX_HASHTAG_FILTERS } from './constants/feed.ts';
import { hashtagSlug } from './posts/hashtags.ts';
import { likesShape, optionalPostType, post } from './posts/posts.ts';

export const feedMessages = defineMessages('feed', {
  whosePosts: 'Please specify whose posts: userId is required when nobody is signed in.',
});

const texts = defineMessages('feed.query', {
  manyHashtags: 'Please filter by at most {max, number} hashtags.',
  bookmark: 'bookmark must be true or false.',
  sort: 'sort must be popular or latest.',
  noSince: 'Please say since when: a post id, or a time.',
  since: 'This is neither a post id nor a time.',
  list: "list must be 'feed' or 'network'.",
});

const tooManyFilters = issueText(texts.manyHashtags, { max: MAX_HASHTAG_FILTERS });
const hashtagList = z.pipe(
  z.pipe(
    z.string(tooManyFilters).check(bounded(1_100, tooManyFilters)),
    z.transform((value: string) =>
      value
        .split(',')
        .map((tag) => hashtagSlug(tag.trim()))
        .filter(Boolean),
    ),
  ),
  list(z.string(), { max: MAX_HASHTAG_FILTERS, message: tooManyFilters }),
);

export const sorts = ['popular', 'latest'] as const;

export const postListQuery = z.object({
  ...pagingShape,
  ...likesShape,
  hashtag: z.optional(hashtagList),
  bookmark: z.optional(z.enum(['true', 'false', ''], issueText(texts.bookmark))),
  postType: optionalPostType,
  userId: optionalId,
  /** Words that title or description have to contain, each matched from its beginning. */
  keyword: z.optional(line({ max: 200 })),
  sort: z.optional(z.enum(sorts, issueText(texts.sort))),
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
    response: z.array(post),
    beside: pagedBeside,
  });

export const listFeed = postList('/post/getAllPost', 'The feed: ranked, or newest first with sort=latest', 'member');
export const listTopRated = postList('/post/toprated', 'Best rated first', 'member');
export const listNetworkPosts = postList(
  '/post/getMyNetworkPosts',
  'Posts of members whom I follow or am connected with, and my own',
  'member',
);
export const listUserPosts = postList(
  '/post/getByUserPost',
  "One member's posts, newest first, or ranked with sort=popular",
  'optional',
);

/** The maximum length of the list of the most engaged posts of the past 24 hours. */
export const MOST_ENGAGED_POSTS = 10;

export const listMostEngagedPosts = route({
  method: 'GET',
  path: '/post/popular',
  summary: 'The most engaged posts of the past 24 hours, at most 10',
  access: 'member',
  cost: 'read',
  query: z.object(likesShape),
  response: z.array(post),
});

/** Counting stops here; a higher count is shown as "99+". */
export const MAX_NEW_COUNT = 99;

const neitherIdNorTime = issueText(texts.since);
const since = z.pipe(
  z.string(issueText(texts.noSince)).check(bounded(40, neitherIdNorTime)),
  z.union([id, givenDateTime(neitherIdNorTime)], neitherIdNorTime),
);

/** `count` is at most 99; `more` is true if there are further posts. */
export const countNewPosts = route({
  method: 'GET',
  path: '/post/newCount',
  summary: "How many posts of others are newer than a post (its id) or a time; list=network counts the network's",
  access: 'member',
  cost: 'read',
  conditional: true,
  query: z.object({
    since,
    list: z._default(z.enum(['feed', 'network'], issueText(texts.list)), 'feed'),
    postType: optionalPostType,
    hashtag: z.optional(hashtagList),
  }),
  response: z.object({ count: z.int(), more: z.boolean() }),
});
