/** Comments and replies: one level deep, oldest first. */
import * as z from 'zod/mini';
import { dateTime, id, idParams, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { commentMessages, MAX_COMMENT } from '../constants/comments.ts';
import { label } from '../moderation/labels.ts';
import { person } from '../people/people.ts';
import { mention } from './mentions.ts';

/** For content that waits for a moderator before others can see it: the rule that held it. Sent to its author only. */
export const held = z.optional(z.object({ rule: z.string() }));

export const comment = z.object({
  _id: id,
  post_id: id,
  user_id: id,
  parent_id: z.nullable(id),
  user: person,
  comment: z.string(),
  mentions: z.array(mention),
  label,
  createdAt: dateTime,
  updatedAt: dateTime,
  commentLiked: z.boolean(),
  likesCount: z.int(),
  repliesCount: z.int(),
  held,
});
export type Comment = z.infer<typeof comment>;
z.globalRegistry.add(comment, { id: 'Comment' });

const commentText = text({ required: issueText(commentMessages.required), max: MAX_COMMENT });

export const commentBody = z.object({ post_id: id, comment: commentText, comment_id: z.optional(z.nullable(id)) });
export const replyBody = z.extend(commentBody, { parent_id: id });

/** `commentsCount` is the post's count after the change. */
const changed = { commentsCount: z.int() };

export const addEditComment = route({
  method: 'POST',
  path: '/post/addEditComment',
  summary: 'Comment on a post, or edit my comment given as comment_id',
  access: 'confirmed',
  cost: 'write',
  daily: { kind: 'comments', except: 'comment_id' },
  body: commentBody,
  response: comment,
  beside: changed,
  idempotencyKey: true,
});

export const replyOnComment = route({
  method: 'POST',
  path: '/post/replyOnCommentCreateEdit',
  summary: 'Reply to a comment, or edit my reply given as comment_id',
  access: 'confirmed',
  cost: 'write',
  daily: { kind: 'comments', except: 'comment_id' },
  body: replyBody,
  response: comment,
  beside: changed,
  idempotencyKey: true,
});

/** `total` is the number of entries in the list: top-level comments, or replies to one comment. */
export const listComments = route({
  method: 'POST',
  path: '/post/commentsReplies',
  summary: "A post's comments (parent_id null), or a comment's replies, oldest first",
  access: 'optional',
  cost: 'read',
  query: z.object(pagingShape),
  body: z.object({ post_id: id, parent_id: z.optional(z.nullable(id)) }),
  response: z.array(comment),
  beside: { ...pagedBeside, total: z.int() },
});

export const deleteComment = route({
  method: 'DELETE',
  path: '/post/deleteComment/:id',
  summary: 'Delete a comment and its replies, as the author of the comment or of the post',
  access: 'member',
  cost: 'write',
  params: idParams,
  response: z.object({ _id: id, post_id: id, parent_id: z.nullable(id) }),
  beside: changed,
});
