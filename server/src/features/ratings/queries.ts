import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { forgetStored } from '#db/statements/put-away.ts';

/** Sets a member's rating of a post; setting the same rating again has no effect. */
export async function upsertRating(db: Db, userId: string, postId: string, rating: number): Promise<void> {
  await db
    .insertInto('ratings')
    .values({ post_id: postId, user_id: userId, rating })
    .onConflict((conflict) =>
      conflict.columns(['post_id', 'user_id']).doUpdateSet({ rating }).where(sql<boolean>`ratings.rating <> ${rating}`),
    )
    .execute();
}

export async function deleteRatingRow(db: Db, userId: string, postId: string): Promise<void> {
  await forgetStored(db, 'ratings', userId, postId);
  await db.deleteFrom('ratings').where('post_id', '=', postId).where('user_id', '=', userId).execute();
}

export function selectRatings(db: Db, postId: string) {
  return db
    .selectFrom('posts')
    .select(['ratings_sum', 'ratings_count'])
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
}
