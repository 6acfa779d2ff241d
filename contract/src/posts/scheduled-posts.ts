/** Posts to be published at a time that their author has chosen. Until then nobody else sees them. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { postVisibilities } from '../constants/visibility.ts';
import { jobTerms } from '../jobs/jobs.ts';
import { attachment } from '../uploads.ts';
import { webinarTerms } from '../webinars/webinars.ts';
import { post, postFields, postType } from './posts.ts';
import { publishAt } from './scheduling.ts';

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

/** `problem` is why it was not published at its time; it stays until the author acts on it. */
export const scheduledPost = z.object({
  _id: id,
  publishAt: dateTime,
  problem: z.nullable(z.string()),
  postType,
  /** Null: the audience of the author's newest post at the time of publication. */
  visibility: z.nullable(z.enum(postVisibilities)),
  title: z.nullable(z.string()),
  description: z.string(),
  opening: z.nullable(z.string()),
  salary: z.nullable(z.string()),
  job: z.nullable(jobTerms),
  link: z.nullable(z.string()),
  startsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  /** Null for posts of other types. */
  webinar: z.nullable(webinarTerms),
  /** The hashtags that were picked separately from the text. */
  hashtags: z.array(z.string()),
  attachments: z.array(attachment),
  /** Whether the post will have the card of its first link. */
  card: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type ScheduledPost = z.infer<typeof scheduledPost>;
z.globalRegistry.add(scheduledPost, { id: 'ScheduledPost' });

export const listScheduledPosts = route({
  method: 'GET',
  path: '/posts/scheduled',
  summary: 'My scheduled posts, soonest first, after those that could not be published',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(scheduledPost),
  beside: pagedBeside,
});

const changedFields = z.extend(z.partial(postFields), { publishAt }).check(
  z.refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: issueText(scheduledPostMessages.nothing),
    path: ['publishAt'],
  }),
);

/**
 * Omitted fields stay unchanged; `card` does so as long as the first link stays. `filenames` are all pictures in order,
 * with `alts`. A new time also reschedules a post that could not be published.
 */
export const updateScheduledPost = route({
  method: 'PUT',
  path: '/posts/scheduled/:id',
  summary: 'Change one of my scheduled posts, or when it is published',
  access: 'confirmed',
  cost: 'write',
  params: idParams,
  body: changedFields,
  response: scheduledPost,
});

export const deleteScheduledPost = route({
  method: 'DELETE',
  path: '/posts/scheduled/:id',
  summary: 'Delete one of my scheduled posts with its pictures',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id }),
});

export const publishScheduledPost = route({
  method: 'POST',
  path: '/posts/scheduled/:id/publish',
  summary: 'Publish one of my scheduled posts now',
  access: 'confirmed',
  cost: 'heavy',
  daily: { kind: 'posts' },
  params: idParams,
  response: post,
  idempotencyKey: true,
});
