import { holdPost } from '#access/posts.ts';
import { postTouched } from '#access/touched.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { averageRating } from '#features/posts/views.ts';
import type { Services } from '#services.ts';
import { postRated } from './events.ts';
import { deleteRatingRow, selectRatings, upsertRating } from './queries.ts';

type Rated = { ratingOfPost: number; averageRating: number; ratingsCount: number };

/** Changes what a member has rated a post with, and returns it with everyone's stars, exact. */
function change(
  services: Services,
  { userId, postId, rating }: { userId: string; postId: string; rating: number | null },
): Promise<Rated> {
  return inTransaction(services, async (tx) => {
    await holdPost(tx.db, userId, postId);
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

/** Sets a member's stars for a post. 404 when the post is not there for them. */
export const setRating = (services: Services, userId: string, postId: string, rating: number): Promise<Rated> =>
  change(services, { userId, postId, rating });

/** Takes a member's stars for a post away; a repeat changes nothing. 404 when the post is not there for them. */
export const deleteRating = (services: Services, userId: string, postId: string): Promise<Rated> =>
  change(services, { userId, postId, rating: null });
