/** Comments and replies: one level deep, oldest first. */

import * as z from 'zod/mini';
import { dateTime, id, idParams, text } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { pagedBeside, pagingShape } from './base/paging.ts';
import { route } from './base/route.ts';
import { person } from './people.ts';

export const MAX_COMMENT = 2_000;
/** How many top-level comments a post carries, and how many replies open at once. */
export const COMMENTS_SHOWN = 3;
export const REPLIES_SHOWN = 5;

export const commentMessages = defineMessages('comments', {
  required: 'Comment is required',
  created: 'Comment added.',
  updated: 'Comment saved.',
  deleted: 'Comment deleted.',
  editOwn: 'Only the author can edit a comment.',
  deleteOwn: "Only its author or the post's can delete a comment.",
  notFound: 'This comment is no longer there.',
});

export const comment = z.object({
  _id: id,
  post_id: id,
  user_id: id,
  parent_id: z.nullable(id),
  user: person,
  comment: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  commentLiked: z.boolean(),
  likesCount: z.int(),
  repliesCount: z.int(),
});
export type Comment = z.infer<typeof comment>;
z.globalRegistry.add(comment, { id: 'Comment' });

const commentText = text({ required: issueText(commentMessages.required), max: MAX_COMMENT });

export const commentBody = z.object({ post_id: id, comment: commentText, comment_id: z.optional(z.nullable(id)) });
export const replyBody = z.extend(commentBody, { parent_id: id });

/** `commentsCount` is the post's, after the change. */
const changed = { commentsCount: z.int() };

export const addEditComment = route({
  method: 'POST',
  path: '/post/addEditComment',
  summary: 'Comment on a post, or edit the own comment given as comment_id',
  access: 'confirmed',
  cost: 'write',
  body: commentBody,
  answer: comment,
  beside: changed,
});

export const replyOnComment = route({
  method: 'POST',
  path: '/post/replyOnCommentCreateEdit',
  summary: 'Reply to a comment, or edit the own reply given as comment_id',
  access: 'confirmed',
  cost: 'write',
  body: replyBody,
  answer: comment,
  beside: changed,
});

/** `total` is the number of entries of the list: top-level comments, or the replies to one. */
export const listComments = route({
  method: 'POST',
  path: '/post/commentsReplies',
  summary: "A post's comments (parent_id null), or a comment's replies, oldest first",
  access: 'optional',
  cost: 'read',
  query: z.object(pagingShape),
  body: z.object({ post_id: id, parent_id: z.optional(z.nullable(id)) }),
  answer: z.array(comment),
  beside: { ...pagedBeside, total: z.int() },
});

export const deleteComment = route({
  method: 'DELETE',
  path: '/post/deleteComment/:id',
  summary: "Delete a comment and its replies: its author or the post's",
  access: 'member',
  cost: 'write',
  params: idParams,
  answer: z.object({ _id: id, post_id: id, parent_id: z.nullable(id) }),
  beside: changed,
});
