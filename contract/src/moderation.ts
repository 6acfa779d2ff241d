/**
 * Reports of posts, comments and members: a member reports each of them once. Members who have reported
 * another member's post or comment no longer see it.
 * Blocking: neither of the two sees, finds, follows, messages or notifies the other.
 */
import * as z from 'zod/mini';
import { dateTime, id, text } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { pagedBeside, pagingQuery } from './base/paging.ts';
import { route } from './base/route.ts';
import { person } from './people.ts';

export const MAX_REASON = 1_000;

export const reportMessages = defineMessages('report', {
  post: 'Thank you. We will look at this post.',
  comment: 'Thank you. We will look at this comment.',
  ownComment: 'You cannot report your own comment.',
  member: 'Thank you. We will look at this member.',
  oneself: 'You cannot report yourself.',
});

const reason = z.optional(z.nullable(text({ max: MAX_REASON })));

export const reportPost = route({
  method: 'POST',
  path: '/post/reportPost',
  summary: "Report a post; another member's post is then hidden from me",
  access: 'member',
  cost: 'write',
  body: z.object({ post_id: id, reason }),
  answer: z.object({ post_id: id }),
});

/** `commentsCount` is the post's, as I see it from now on. */
export const reportComment = route({
  method: 'POST',
  path: '/post/reportComment',
  summary: 'Report a comment; it and its replies are then hidden from me',
  access: 'member',
  cost: 'write',
  body: z.object({ comment_id: id, reason }),
  answer: z.object({ comment_id: id, post_id: id }),
  beside: { commentsCount: z.int() },
});

export const reportMember = route({
  method: 'POST',
  path: '/users/report',
  summary: 'Report a member',
  access: 'member',
  cost: 'write',
  body: z.object({ userId: id, reason }),
  answer: z.object({ userId: id }),
});

export const blockMessages = defineMessages('block', {
  blocked: '{name} is blocked. Neither of you sees the other any more.',
  unblocked: '{name} is no longer blocked.',
  oneself: 'You cannot block yourself.',
  action: "action must be 'block' or 'unblock'.",
});

/** Blocking ends follows, invitations and the connection between the two, both ways; unblocking brings none back. */
export const setBlock = route({
  method: 'POST',
  path: '/users/block',
  summary: 'Block a member, or no longer',
  access: 'member',
  cost: 'write',
  body: z.object({
    userId: id,
    action: z._default(z.enum(['block', 'unblock'], issueText(blockMessages.action)), 'block'),
  }),
  answer: z.object({ userId: id, blocked: z.boolean() }),
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
  answer: z.array(blockedMember),
  beside: pagedBeside,
});
