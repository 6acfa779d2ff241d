/** Lists of posts that anybody can browse: posts with a hashtag, webinars, jobs. */
import * as z from 'zod/mini';
import { bounded } from './base/bounded.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { pagedBeside, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { postListQuery } from './feed.ts';
import { type JobSearch, jobFilterShape, wholePay } from './jobs/job-filters.ts';
import { hashtagSlug, MAX_HASHTAG } from './posts/hashtags.ts';
import { likesShape, post, postMessages } from './posts/posts.ts';

const texts = defineMessages('browse', {
  when: 'when must be upcoming or past.',
  postedWithin: 'postedWithin must be day, week or month.',
});

const notTag = issueText(postMessages.notHashtag);

export const listTagPosts = route({
  method: 'GET',
  path: '/tags/posts',
  summary: 'Posts with a hashtag, newest first',
  access: 'optional',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    ...likesShape,
    tag: z.string(notTag).check(
      bounded(MAX_HASHTAG + 1, notTag),
      z.overwrite((value) => hashtagSlug(value)),
      z.minLength(1, notTag),
    ),
  }),
  response: z.array(post),
  beside: pagedBeside,
});

export const webinarTimes = ['upcoming', 'past'] as const;
export type WebinarTime = (typeof webinarTimes)[number];

export const listWebinars = route({
  method: 'GET',
  path: '/webinars',
  summary: 'Webinars that have not begun, soonest first and undated ones last; or past ones, latest first',
  access: 'optional',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    ...likesShape,
    when: z._default(z.enum(webinarTimes, issueText(texts.when)), 'upcoming'),
  }),
  response: z.array(post),
  beside: pagedBeside,
});

export type JobFilters = Pick<JobSearch, keyof typeof jobFilterShape>;

export const listJobs = route({
  method: 'GET',
  path: '/jobs',
  summary: 'Open jobs, newest first; pay is compared only within one currency and period, without conversion',
  access: 'optional',
  cost: 'read',
  query: z
    .extend(
      z.pick(postListQuery, {
        activepage: true,
        page: true,
        limit: true,
        cursor: true,
        likes: true,
        hashtag: true,
        keyword: true,
      }),
      {
        ...jobFilterShape,
        postedWithin: z.optional(z.enum(['day', 'week', 'month'], issueText(texts.postedWithin))),
      },
    )
    .check(wholePay),
  response: z.array(post),
  beside: pagedBeside,
});
