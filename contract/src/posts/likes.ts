/** Likes of posts and comments: idempotent, exactly counted. */
import * as z from 'zod/mini';
import { flag, id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { likeEntry } from '../people/people.ts';

const texts = defineMessages('likes', { status: 'status must be true or false.' });

const status = flag(issueText(texts.status));
const liked = z.object({ isLiked: z.boolean(), likesCount: z.int() });

export const likePost = route({
  method: 'POST',
  path: '/post/likeUnlike',
  summary: 'Like (status true) or unlike (false) a post',
  access: 'member',
  cost: 'write',
  body: z.object({ post_id: id, status }),
  response: z.extend(liked, { post_id: id }),
});

export const likeComment = route({
  method: 'POST',
  path: '/post/likeAndUlikeComments',
  summary: 'Like (status true) or unlike (false) a comment',
  access: 'member',
  cost: 'write',
  body: z.object({ comment_id: id, post_id: z.optional(z.nullable(id)), status }),
  response: z.extend(liked, { comment_id: id }),
});

export const listPostLikes = route({
  method: 'GET',
  path: '/post/likes/:post_id',
  summary: 'Who likes a post, newest first',
  access: 'optional',
  cost: 'read',
  params: z.object({ post_id: id }),
  query: pagingQuery,
  response: z.array(likeEntry),
  beside: { ...pagedBeside, total: z.int() },
});
