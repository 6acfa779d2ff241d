import type { StoredPost } from '#entities/posts/entities.ts';
import { useAppDispatch } from '#lib/store.ts';
import { RadioStars } from '#ui/text/radio-stars.tsx';
import { ratePost } from '../rating-commands.ts';

/** The viewer's own stars for a post; the author may rate too, though it counts in no average. */
export function PostRating({ post }: { post: StoredPost }) {
  const dispatch = useAppDispatch();
  return (
    <RadioStars
      legend="Rate this post"
      value={post.ratingOfPost}
      onChange={(stars) => void dispatch(ratePost(post, stars))}
    />
  );
}
