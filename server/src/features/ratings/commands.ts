import { inTransaction } from '#db/transaction.ts';
import { holdPost } from '#features/posts/loaders.ts';
import { averageRating } from '#features/posts/views.ts';
import type { Services } from '#services.ts';
import { postRated } from './events.ts';
import { selectRatings, upsertRating } from './queries.ts';

type Rated = { ratingOfPost: number; averageRating: number; ratingsCount: number };

/** Sets a member's stars for a post. Returns them with everyone's, exact. 404 when the post is not there for them. */
export function setRating(services: Services, userId: string, postId: string, rating: number): Promise<Rated> {
  return inTransaction(services, async (tx) => {
    await holdPost(tx.db, userId, postId);
    await upsertRating(tx.db, userId, postId, rating);
    await tx.emit(postRated, { postId, actorId: userId });
    const all = await selectRatings(tx.db, postId);
    return {
      ratingOfPost: rating,
      averageRating: averageRating(all.ratings_sum, all.ratings_count),
      ratingsCount: all.ratings_count,
    };
  });
}
