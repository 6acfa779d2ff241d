import { lockPostForChild } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { averageRating } from '#features/posts/views.ts';
import type { Services } from '#services.ts';
import { postRated } from './events.ts';
import { deleteRatingRow, selectRatings, upsertRating } from './queries.ts';

type Rated = { ratingOfPost: number; averageRating: number; ratingsCount: number };

/** Changes a member's rating of a post, and returns it with the exact average. */
function change(
  services: Services,
  { userId, postId, rating }: { userId: string; postId: string; rating: number | null },
): Promise<Rated> {
  return inTransaction(services, async (tx) => {
    await lockPostForChild(tx.db, userId, postId);
    if (rating === null) await deleteRatingRow(tx.db, userId, postId);
    else await upsertRating(tx.db, userId, postId, rating);
    await tx.emit(postRated, { postId, actorId: userId });
    await tx.emit(postTouched, { postId });
    const all = await selectRatings(tx.db, postId);
    return {
      ratingOfPost: rating ?? 0,
      averageRating: averageRating(all.ratings_sum, all.ratings_count),
      ratingsCount: all.ratings_count,
    };
  });
}

/** Sets a member's rating of a post. Throws a 404 if the post is not visible to them. */
export const setRating = (services: Services, userId: string, postId: string, rating: number): Promise<Rated> =>
  change(services, { userId, postId, rating });

/** Removes a member's rating of a post; repeating it has no effect. Throws a 404 if the post is not visible to them. */
export const deleteRating = (services: Services, userId: string, postId: string): Promise<Rated> =>
  change(services, { userId, postId, rating: null });
