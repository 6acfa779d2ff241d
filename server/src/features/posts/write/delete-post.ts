import { postMessages } from '@afterhours/contract/posts/posts';
import { postTouched } from '#access/touched.ts';
import { allowMinutes } from '#db/statements/allow-minutes.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { releaseUploads } from '#features/uploads/loaders.ts';
import type { Services } from '#services.ts';
import { postDeleted } from '../events.ts';
import { selectAttachedUploadIds } from './attachment-queries.ts';
import { deletePostRow, lockPost } from './queries.ts';
import { requireOwnPost } from './require-own-post.ts';

/**
 * Deletes the member's own post; its files are deleted after the commit. Throws a 404 if it is not visible, and a 403
 * if it is another member's.
 */
export function deletePost(services: Services, userId: string, postId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const message = postMessages.notAuthorDelete;
    await requireOwnPost(tx.db, await lockPost(tx.db, postId), { userId, postId, message });
    const uploadIds = await selectAttachedUploadIds(tx.db, postId);
    await tx.emit(postDeleted, { postId, authorId: userId });
    // With the post, all of its comments and likes are deleted.
    await allowMinutes(tx.db);
    await deletePostRow(tx.db, postId);
    await releaseUploads(tx.db, services.jobs, uploadIds);
    await tx.emit(postTouched, { postId });
  });
}
