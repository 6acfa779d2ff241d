import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { postMessages } from '@afterhours/contract/posts/posts';
import { requirePost } from '#access/posts.ts';
import type { Db } from '#db/connection/pool.ts';
import { AppError, notFound } from '#http/errors/errors.ts';

/**
 * Returns a post that was just locked if it is the member's own. Throws a 404 if it does not exist; for another
 * member's post, a 403 with `message` if it is visible to the member, and a 404 otherwise.
 */
export async function requireOwnPost<T extends { user_id: string }>(
  db: Db,
  post: T | undefined,
  { userId, postId, message }: { userId: string; postId: string; message: MessageDescriptor },
): Promise<T> {
  if (!post) throw notFound(postMessages.notFound);
  if (post.user_id === userId) return post;
  await requirePost(db, userId, postId);
  throw new AppError(403, message);
}
