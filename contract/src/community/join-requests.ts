/** Requests to join a community whose staff decide who may join. */
import * as z from 'zod/mini';
import { list } from '../base/bounded.ts';
import { dateTime, id, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { person } from '../people/people.ts';

/** The maximum number of requests that one call decides. */
export const MAX_DECIDED_REQUESTS = 50;
export const MAX_DECISION_WORDS = 1_000;
/** Counting stops here. */
export const MAX_COUNTED_REQUESTS = 100;

export const joinRequestMessages = defineMessages('joinRequests', {
  waiting: 'Your request to join this community has not been decided yet.',
  byFormOnly: 'This community decides who joins. Please register with email and password, and answer its question.',
  choose: 'Please choose 1 to {max, number} requests.',
  action: "action must be 'accept' or 'refuse'.",
  words: 'Please tell them why.',
  accepted: '{n, plural, one {One request was accepted.} other {# requests were accepted.}}',
  refused: '{n, plural, one {One request was refused.} other {# requests were refused.}}',
  decidedBefore: 'Somebody else has already decided this, or the account no longer exists.',
});

export const joinDecisions = ['accept', 'refuse'] as const;
export type JoinDecision = (typeof joinDecisions)[number];

/** `email` is for owners only; for moderators it is null. */
export const joinRequest = z.object({
  user: person,
  email: z.nullable(z.string()),
  isUserVerified: z.boolean(),
  country: z.nullable(z.string()),
  /** Empty if somebody else wrote the answer before the owner of the email address took the account over. */
  answer: z.string(),
  createdAt: dateTime,
});
export type JoinRequest = z.infer<typeof joinRequest>;
z.globalRegistry.add(joinRequest, { id: 'JoinRequest' });

export const listJoinRequests = route({
  method: 'GET',
  path: '/staff/requests',
  summary: 'Requests to join that are waiting for a decision, oldest first',
  access: 'moderator',
  cost: 'read',
  query: z.object(pagingShape),
  response: z.array(joinRequest),
  beside: pagedBeside,
});

export const countJoinRequests = route({
  method: 'GET',
  path: '/staff/requests/count',
  summary: `The number of pending requests, at most ${MAX_COUNTED_REQUESTS}`,
  access: 'moderator',
  cost: 'read',
  response: z.object({ count: z.int() }),
});

const choose = issueText(joinRequestMessages.choose, { max: MAX_DECIDED_REQUESTS });

/** Skips requests that somebody else has decided in the meantime; responds with 409 if none remain. */
export const decideJoinRequests = route({
  method: 'POST',
  path: '/staff/requests/decisions',
  summary: 'Accept or refuse requests to join; refused people are told why, and their accounts are deleted',
  access: 'moderator',
  recent: { action: ['refuse'] },
  cost: 'heavy',
  body: z
    .object({
      ids: list(id, { max: MAX_DECIDED_REQUESTS, message: choose }).check(z.minLength(1, choose)),
      action: z.enum(joinDecisions, issueText(joinRequestMessages.action)),
      words: z._default(text({ max: MAX_DECISION_WORDS }), ''),
    })
    .check(
      z.refine(({ action, words }) => action !== 'refuse' || words !== '', {
        error: issueText(joinRequestMessages.words),
        path: ['words'],
      }),
    ),
  response: z.object({ decided: list(id, { max: MAX_DECIDED_REQUESTS, message: choose }) }),
});
