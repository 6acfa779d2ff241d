/** Posts that are written and will be published at a time that their author has chosen. Nobody else sees them. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { pagedBeside, pagingQuery } from './base/paging.ts';
import { route } from './base/route.ts';
import { postVisibilities } from './constants/visibility.ts';
import { jobTerms } from './jobs.ts';
import { post, postFields, postType } from './posts.ts';
import { publishAt } from './scheduling.ts';
import { attachment } from './uploads.ts';
import { webinarTerms } from './webinars.ts';

export const scheduledPostMessages = defineMessages('scheduledPosts', {
  scheduled: 'Post scheduled.',
  saved: 'Scheduled post saved.',
  deleted: 'Scheduled post deleted.',
  notFound: 'There is no such scheduled post. It may have been published.',
  past: 'This time has passed. Please choose a later one.',
  far: 'Please choose a time within a year.',
  afterStart: 'The webinar would have begun by then. Please choose an earlier time.',
  tooMany: 'You have {max} scheduled posts. Please publish or delete one first.',
  suspended: 'Your account was suspended at that time.',
  waiting: 'Your request to join had not been decided at that time.',
  unconfirmed: 'Your email address was not confirmed at that time.',
  nothing: 'Please send what is to be changed.',
  fault: 'Something went wrong on our side when this was to be published.',
});

/** `problem` says why it was not published at its time; it stays until its author does something about it. */
export const scheduledPost = z.object({
  _id: id,
  publishAt: dateTime,
  problem: z.nullable(z.string()),
  postType,
  /** Null for that of the newest post of its author when it is published. */
  visibility: z.nullable(z.enum(postVisibilities)),
  title: z.nullable(z.string()),
  description: z.string(),
  opening: z.nullable(z.string()),
  salary: z.nullable(z.string()),
  job: z.nullable(jobTerms),
  link: z.nullable(z.string()),
  startsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  /** Null of other posts. */
  webinar: z.nullable(webinarTerms),
  /** The hashtags that were picked beside the text. */
  hashtags: z.array(z.string()),
  attachments: z.array(attachment),
  /** Whether it will have the card of its first link. */
  card: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type ScheduledPost = z.infer<typeof scheduledPost>;
z.globalRegistry.add(scheduledPost, { id: 'ScheduledPost' });

export const listScheduledPosts = route({
  method: 'GET',
  path: '/posts/scheduled',
  summary: 'My scheduled posts, soonest first; those that could not be published come before',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  answer: z.array(scheduledPost),
  beside: pagedBeside,
});

const changedFields = z.extend(z.partial(postFields), { publishAt }).check(
  z.refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: issueText(scheduledPostMessages.nothing),
    path: ['publishAt'],
  }),
);

/**
 * A field that is absent stays as it is; `card` as long as the first link does. `filenames` are all pictures, in order,
 * with `alts`. A new time is for one that could not be published, too.
 */
export const updateScheduledPost = route({
  method: 'PUT',
  path: '/posts/scheduled/:id',
  summary: 'Change what a scheduled post of mine says, or when it is published',
  access: 'confirmed',
  cost: 'write',
  params: idParams,
  body: changedFields,
  answer: scheduledPost,
});

export const deleteScheduledPost = route({
  method: 'DELETE',
  path: '/posts/scheduled/:id',
  summary: 'Delete a scheduled post of mine with its pictures',
  access: 'member',
  cost: 'write',
  params: idParams,
  answer: z.object({ _id: id }),
});

export const publishScheduledPost = route({
  method: 'POST',
  path: '/posts/scheduled/:id/publish',
  summary: 'Publish a scheduled post of mine now',
  access: 'confirmed',
  cost: 'heavy',
  daily: { kind: 'posts' },
  params: idParams,
  answer: post,
  idempotencyKey: true,
});
