/** Acting on all of a member's posts, comments and open cases at once, for instance in a wave of spam. */
import * as z from 'zod/mini';
import { dateTime, flag, givenDateTime, id, idParams, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { fieldTexts } from '../constants/fields.ts';
import { caseMessages, decisionActions, MAX_STATEMENT, withReasons } from './staff-cases.ts';

export const sweepMessages = defineMessages('sweeps', {
  posted: "posted must be 'none', 'day', 'week' or 'all'.",
  nothing: 'Please choose what this is about: posts and comments, open cases, or both.',
  hides: 'Posts and comments can only be hidden or removed.',
  started: 'It is running, and continues if you leave this page.',
  running: 'The same decision is still being carried out. Please wait until it has finished.',
  about: 'Posts and comments, all at once',
});

/** A label describes a single post, comment or member, so a sweep cannot set one. */
export const sweepActions = decisionActions.filter((action) => action !== 'label');
export type SweepAction = (typeof sweepActions)[number];

/** How far back a sweep hides posts and comments. */
export const sweepSpans = ['none', 'day', 'week', 'all'] as const;
export type SweepSpan = (typeof sweepSpans)[number];

const written = z.object({ posts: z.int(), comments: z.int() });

/** The latest sweep; the counts grow until it has finished. */
const sweep = z.object({
  decisionId: id,
  posts: z.int(),
  comments: z.int(),
  cases: z.int(),
  finishedAt: z.nullable(dateTime),
  reversed: z.boolean(),
});
export type Sweep = z.infer<typeof sweep>;

const sweepPreview = z.object({
  /** The currently visible posts and comments, by span. */
  day: written,
  week: written,
  all: written,
  /** Open cases about the member and their content, except appeals and cases that somebody else has claimed. */
  cases: z.int(),
  /** Those of the cases whose subject is held: they stay open, unless the decision hides it or is a ban. */
  heldCases: z.int(),
  latest: z.nullable(sweep),
});
export type SweepPreview = z.infer<typeof sweepPreview>;

export const getSweep = route({
  method: 'GET',
  path: '/staff/people/:id/sweep',
  summary: "How much of a member's content and cases a sweep would affect, and the progress of the latest sweep",
  access: 'moderator',
  cost: 'heavy',
  params: idParams,
  response: sweepPreview,
});

/** Makes a single decision for everything; its reversal brings everything back. */
export const startSweep = route({
  method: 'POST',
  path: '/staff/people/:id/sweep',
  summary: "Hide a member's posts and comments, decide all open cases about the member, or both, by one decision",
  access: 'moderator',
  cost: 'heavy',
  recent: { action: ['ban'] },
  idempotencyKey: true,
  params: idParams,
  body: z
    .object({
      posted: z.enum(sweepSpans, issueText(sweepMessages.posted)),
      cases: flag(issueText(fieldTexts.trueOrFalse)),
      action: z.enum(sweepActions, issueText(caseMessages.action)),
      rule: z.optional(z.nullable(text({ max: 200 }))),
      facts: z.optional(z.nullable(text({ max: MAX_STATEMENT }))),
      statement: z.optional(z.nullable(text({ max: MAX_STATEMENT }))),
      until: z.optional(z.nullable(givenDateTime(issueText(caseMessages.suspendUntil)))),
    })
    .check(...withReasons),
  response: z.object({ _id: id }),
});
