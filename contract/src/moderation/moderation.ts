/**
 * Reports of posts, comments and members: a member can report each of them once. Members who have reported another
 * member's post or comment no longer see it. Blocking: neither of the two sees, finds, follows, messages or notifies
 * the other.
 */
import * as z from 'zod/mini';
import { dateTime, id, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { person } from '../people/people.ts';

export const MAX_REASON = 1_000;

export const reportMessages = defineMessages('report', {
  post: 'Thank you. We will review this post.',
  comment: 'Thank you. We will review this comment.',
  ownComment: 'You cannot report your own comment.',
  member: 'Thank you. We will review this member.',
  message: 'Thank you. We will review this message.',
  ownMessage: 'You cannot report your own message.',
  messageGone: 'This message is no longer available.',
  oneself: 'You cannot report yourself.',
  category: 'Please choose one of the reasons.',
  tooMany: 'You have reported a lot today. Please come back tomorrow; for an emergency, call the police.',
});

/** The categories of reports, with the weight that one such report has in the order of the queue. */
export const reportWeights = {
  illegal: 8,
  violence: 8,
  hate: 5,
  harassment: 5,
  sexual: 4,
  scam: 4,
  spam: 2,
  other: 1,
} as const;
export type ReportCategory = keyof typeof reportWeights;
export const reportCategories = Object.keys(reportWeights) as [ReportCategory, ...ReportCategory[]];

export const categoryNames = defineMessages('report.category', {
  illegal: 'Against the law',
  violence: 'Violence or threats',
  hate: 'Hate',
  harassment: 'Harassment',
  sexual: 'Sexual content',
  scam: 'Fraud or scam',
  spam: 'Spam',
  other: 'Something else',
});

const reason = z.optional(z.nullable(text({ max: MAX_REASON })));
/** `words` is the newer name of `reason`. The category defaults to `other`. */
const about = {
  reason,
  words: reason,
  category: z.optional(z.nullable(z.enum(reportCategories, issueText(reportMessages.category)))),
};

export const reportPost = route({
  method: 'POST',
  path: '/post/reportPost',
  summary: "Report a post; another member's post is then hidden from me",
  access: 'member',
  cost: 'write',
  body: z.object({ post_id: id, ...about }),
  response: z.object({ post_id: id }),
});

/** `commentsCount` is the post's count as I see it from now on. */
export const reportComment = route({
  method: 'POST',
  path: '/post/reportComment',
  summary: 'Report a comment; it and its replies are then hidden from me',
  access: 'member',
  cost: 'write',
  body: z.object({ comment_id: id, ...about }),
  response: z.object({ comment_id: id, post_id: id }),
  beside: { commentsCount: z.int() },
});

export const reportMember = route({
  method: 'POST',
  path: '/users/report',
  summary: 'Report a member',
  access: 'member',
  cost: 'write',
  body: z.object({ userId: id, ...about }),
  response: z.object({ userId: id }),
});

/**
 * Only the two members of a conversation may report its messages. Staff then see the text of the reported one. If it is
 * a message request, its receiver ignores it with the report.
 */
export const reportMessage = route({
  method: 'POST',
  path: '/messages/report',
  summary: 'Report a message that I received',
  access: 'member',
  cost: 'write',
  body: z.object({ message_id: id, ...about }),
  response: z.object({ message_id: id }),
});

/** What can be reported; `webinar` and `job` are posts of these types. */
export const reportedKinds = ['post', 'webinar', 'job', 'comment', 'member', 'message'] as const;

/**
 * The states follow in this order: `received`, `looked_at` once a moderator has opened it, `closed` with an outcome.
 */
export const ownReport = z.object({
  _id: id,
  subject: z.object({ kind: z.enum(reportedKinds), _id: id }),
  /**
   * The beginning of what I have reported, even if it is hidden or deleted by now; of a member, the name at that time.
   * Null if the copy is from an earlier report, and thus perhaps of a text that I have not seen, or no longer stored.
   * Servers of 0.1.0 send neither this nor `member`.
   */
  excerpt: z.optional(z.nullable(z.string())),
  /** Whose it is; null if I cannot see this member. */
  member: z.optional(z.nullable(person)),
  category: z.enum(reportCategories),
  words: z.nullable(z.string()),
  state: z.enum(['received', 'looked_at', 'closed']),
  /** The outcome: no action, a warning, another action that leaves the content in place, or removal. */
  outcome: z.nullable(z.enum(['kept', 'warned', 'acted', 'gone'])),
  /** Whether a decision was reversed, so that the content is kept after all. Servers of 0.1.0 do not send it. */
  reversed: z.optional(z.boolean()),
  createdAt: dateTime,
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReports = route({
  method: 'GET',
  path: '/me/reports',
  summary: 'What I have reported, latest first, and what became of it',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(ownReport),
  beside: pagedBeside,
});

export const blockMessages = defineMessages('block', {
  blocked: '{name} is blocked. You won’t see each other any more.',
  unblocked: '{name} is no longer blocked.',
  oneself: 'You cannot block yourself.',
  action: "action must be 'block' or 'unblock'.",
});

/** Blocking removes follows, invitations and the connection between the two, both ways; unblocking restores none. */
export const setBlock = route({
  method: 'POST',
  path: '/users/block',
  summary: 'Block or unblock a member',
  access: 'member',
  cost: 'write',
  body: z.object({
    userId: id,
    action: z._default(z.enum(['block', 'unblock'], issueText(blockMessages.action)), 'block'),
  }),
  response: z.object({ userId: id, blocked: z.boolean() }),
});

export const blockedMember = z.object({ user: person, createdAt: dateTime });
export type BlockedMember = z.infer<typeof blockedMember>;

export const listBlockedMembers = route({
  method: 'GET',
  path: '/users/blocked',
  summary: 'Members whom I have blocked, latest first',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(blockedMember),
  beside: pagedBeside,
});
