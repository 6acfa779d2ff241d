/** What authors do with their published jobs: close them, or keep them open for longer. */
import * as z from 'zod/mini';
import { dateTime, id, idParams, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { closeReasons } from '../constants/jobs.ts';
import { MAX_TITLE } from '../posts/posts.ts';

export const hiringMessages = defineMessages('hiring', {
  closed: 'The job is closed.',
  renewed: 'The job stays open.',
  isClosed: 'This job is closed. It no longer accepts applications.',
  notRenewable: 'This job is closed. Please publish it again.',
  notAuthor: 'Only the author of a job can do this.',
  notJob: 'This post is not a job.',
  noMoreRenewals: 'This job has been renewed the maximum number of times. Please publish it again.',
  hasLastDay: 'This job closes after its last day for applications. Please change that day instead.',
  tooEarly: 'A job can be renewed {days, number} days after it was published or last renewed.',
  neverCloses: 'This job does not close automatically.',
  reason: 'reason must be filled or withdrawn.',
});

const givenReason = z.enum(['filled', 'withdrawn'], issueText(hiringMessages.reason));

/** Closing a closed job changes nothing. */
export const closeJob = route({
  method: 'POST',
  path: '/jobs/:id/close',
  summary: 'Close one of my jobs; applicants are notified',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({ reason: z._default(givenReason, 'filled') }),
  response: z.object({ _id: id, closedAt: dateTime, closeReason: z.enum(closeReasons) }),
});

export const renewJob = route({
  method: 'POST',
  path: '/jobs/:id/renew',
  summary: 'Keep one of my jobs open for 30 days from now, at most three times; 409 if that adds less than 7 days',
  access: 'confirmed',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id, closesAt: dateTime, renewalsLeft: z.int() }),
});

/** Called before a job is published a second time. Publishing it is still possible. */
export const findSameJob = route({
  method: 'GET',
  path: '/me/jobs/same',
  summary: 'My newest open job with this title, ignoring case and spaces; null for none',
  access: 'member',
  cost: 'read',
  query: z.object({ title: line({ max: MAX_TITLE }) }),
  response: z.object({ job: z.nullable(z.object({ _id: id, title: z.string(), createdAt: dateTime })) }),
});
