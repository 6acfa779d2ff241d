import { bookmarkMessages } from '@afterhours/contract/posts/bookmarks';
import { requirePost } from '#access/posts.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { bookmarkChanged } from './events.ts';
import { deleteBookmarkRow, upsertBookmark } from './queries.ts';

/** Bookmarks a post for a member, once. Returns the bookmark's id; throws a 404 if they cannot see the post. */
export function createBookmark(services: Services, userId: string, postId: string): Promise<string> {
  return inTransaction(services, async (tx) => {
    await requirePost(tx.db, userId, postId);
    const bookmarkId = await upsertBookmark(tx.db, userId, postId);
    await tx.emit(bookmarkChanged, { postId, actorId: userId });
    return bookmarkId;
  });
}

/** Removes the member's own bookmark and returns the id of its post; throws a 404 for any other bookmark. */
export function deleteBookmark(services: Services, userId: string, bookmarkId: string): Promise<string> {
  return inTransaction(services, async (tx) => {
    const postId = await deleteBookmarkRow(tx.db, userId, bookmarkId);
    if (postId === undefined) throw notFound(bookmarkMessages.notFound);
    await tx.emit(bookmarkChanged, { postId, actorId: userId });
    return postId;
  });
}
