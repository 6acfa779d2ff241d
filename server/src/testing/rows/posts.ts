import { addEditComment, type Comment, replyOnComment } from '@afterhours/contract/posts/comments';
import type { DraftBody } from '@afterhours/contract/posts/drafts';
import { createPost, type Post, post } from '@afterhours/contract/posts/posts';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';

/** Publishes immediately, without a scheduled time, so that the response is the post. */
export const publishPost = { ...createPost, response: post };

/** Publishes a post as a member, by default a general one. */
export async function buildPost(app: TestApp, author: TestMember, fields: Record<string, unknown> = {}): Promise<Post> {
  const response = await succeed(
    app.call(publishPost, {
      token: author.token,
      body: { postType: 'general', description: 'An evening note', ...fields },
    }),
  );
  return response.body;
}

/** Comments on a post, or replies if there is a `parentId`. */
export async function buildComment(
  app: TestApp,
  author: TestMember,
  postId: string,
  parentId?: string,
): Promise<Comment> {
  const body = { post_id: postId, comment: 'Well said', ...(parentId ? { parent_id: parentId } : {}) };
  return (await succeed(app.call(parentId ? replyOnComment : addEditComment, { token: author.token, body }))).body;
}

/** The content of a new post before it is published. */
export const buildDraft = (fields: Partial<DraftBody> = {}): DraftBody => ({
  postType: 'general',
  visibility: 'public',
  title: '',
  opening: '',
  salary: '',
  link: '',
  startsAt: '',
  description: 'Not yet done',
  pictures: [],
  ...fields,
});
