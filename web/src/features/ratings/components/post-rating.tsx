import { defineMessages } from '@afterhours/contract/base/message';
import type { StoredPost } from '#entities/posts/entities.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { RadioStars } from '#ui/stars/radio-stars.tsx';
import { ratePost } from '../rating-commands.ts';

const texts = defineMessages('ratings', {
  legend: 'Rate this post',
});

/** The viewer's own stars for a post; the author's own rating counts in no average. */
export function PostRating({ post }: { post: StoredPost }) {
  const dispatch = useAppDispatch();
  return (
    <RadioStars
      legend={t(texts.legend)}
      value={post.ratingOfPost}
      onChange={(stars) => void dispatch(ratePost(post, stars))}
    />
  );
}
