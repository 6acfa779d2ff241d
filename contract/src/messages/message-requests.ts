/**
 * Message requests: first messages of members without a tie to the receiver. `hasTie` in the server's `access/ties.ts`
 * defines a tie; docs/decisions has the reasons. Senders learn when a request is accepted, and nothing else.
 */
import * as z from 'zod/mini';
import { dateTime, id, idParams, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { MAX_REASON, reportCategories, reportMessages } from '../moderation/moderation.ts';
import { peopleInCommon, person } from '../people/people.ts';

export const messageRequestMessages = defineMessages('messageRequests', {
  accepted: 'Accepted. You can write to each other now.',
  ignored: 'Ignored. The sender will not be notified.',
  restored: 'Moved back to your requests.',
  gone: 'This request no longer exists.',
  action: "action must be 'accept', 'ignore', 'restore', 'block' or 'report'.",
  textOnly: 'Your first message to this member is text only. You can send files once they have accepted it.',
  waits: 'Your message is waiting in this member’s requests. You can write more once they have accepted it.',
  refused: 'This member only accepts first messages from members they follow or are connected with.',
  tooMany:
    'You can write to {limit, plural, one {one new member} other {# new members}} a day. You can write to the next ' +
    'one in {hours, plural, one {an hour} other {# hours}}.',
  state: "state must be 'waiting' or 'ignored'.",
});

/** Waiting requests are counted up to this number. */
export const MAX_COUNTED_REQUESTS = 100;

export const messageRequest = z.object({
  /** The id of the conversation. */
  _id: id,
  state: z.enum(['waiting', 'ignored']),
  user: person,
  /** When the sender joined. */
  joinedAt: dateTime,
  inCommon: peopleInCommon,
  /** The id of the message, which `report` refers to. */
  message_id: id,
  content: z.string(),
  createdAt: dateTime,
});
export type MessageRequest = z.infer<typeof messageRequest>;
z.globalRegistry.add(messageRequest, { id: 'MessageRequest' });

export const listMessageRequests = route({
  method: 'GET',
  path: '/messages/requests',
  summary: 'First messages of members without a tie to me, latest first; state=ignored for the ones that I ignored',
  access: 'member',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    state: z._default(z.enum(['waiting', 'ignored'], issueText(messageRequestMessages.state)), 'waiting'),
  }),
  response: z.array(messageRequest),
  /** `waiting` is at most MAX_COUNTED_REQUESTS. */
  beside: { ...pagedBeside, waiting: z.int() },
});

/** Every action is idempotent. `restore` undoes `ignore`; blocking or reporting a request also ignores it. */
export const answerMessageRequest = route({
  method: 'POST',
  path: '/messages/requests/:id',
  summary: 'Accept a message request, ignore it, restore it, or block or report its sender',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({
    action: z.enum(['accept', 'ignore', 'restore', 'block', 'report'], issueText(messageRequestMessages.action)),
    category: z.optional(z.nullable(z.enum(reportCategories, issueText(reportMessages.category)))),
    words: z.optional(z.nullable(text({ max: MAX_REASON }))),
  }),
  response: z.object({ _id: id, user_id: id, request: z.nullable(z.enum(['waiting', 'ignored'])) }),
});
