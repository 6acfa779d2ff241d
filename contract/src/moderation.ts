/** Reports of posts and comments: once a member and thing; who has reported something no longer sees it. */
import * as z from 'zod/mini';
import { id, text } from './fields.ts';
import { route } from './route.ts';

export const MAX_REASON = 1_000;

export const reportMessages = {
  post: 'Thank you. We will look at this post.',
  comment: 'Thank you. We will look at this comment.',
  ownPost: 'You cannot report your own post.',
  ownComment: 'You cannot report your own comment.',
} as const;

const reason = z.optional(z.nullable(text({ max: MAX_REASON })));

export const reportPost = route({
  method: 'POST',
  path: '/post/reportPost',
  summary: 'Report a post, which I then no longer see',
  access: 'member',
  cost: 'write',
  body: z.object({ post_id: id, reason }),
  answer: z.object({ post_id: id }),
});

/** `commentsCount` is the post's, as I see it from now on. */
export const reportComment = route({
  method: 'POST',
  path: '/post/reportComment',
  summary: 'Report a comment, which I then no longer see, nor its replies',
  access: 'member',
  cost: 'write',
  body: z.object({ comment_id: id, reason }),
  answer: z.object({ comment_id: id, post_id: id }),
  beside: { commentsCount: z.int() },
});
