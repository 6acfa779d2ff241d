import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

/** Bookmarks a post and returns the id of the new or existing bookmark. */
export async function upsertBookmark(db: Db, userId: string, postId: string): Promise<string> {
  const { id } = await db
    .insertInto('bookmarks')
    .values({ id: newId(), user_id: userId, post_id: postId })
    // Updating to the same value makes RETURNING include an existing row, even one that was committed a moment ago.
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doUpdateSet({ user_id: userId }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes one of the member's bookmarks. Returns the id of its post, or undefined if they have no such bookmark. */
export async function deleteBookmarkRow(db: Db, userId: string, bookmarkId: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('bookmarks')
    .where('id', '=', bookmarkId)
    .where('user_id', '=', userId)
    .returning('post_id')
    .executeTakeFirst();
  return row?.post_id;
}
