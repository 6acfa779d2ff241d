import { defineMessages } from '@afterhours/contract/base/message';
import Star from 'lucide-react/icons/star';
import { useState } from 'react';
import type { StoredPost } from '#entities/posts/entities.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Popover } from '#ui/overlays/popover.tsx';
import { RadioStars } from '#ui/stars/radio-stars.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { ratePost, removeRating } from '../rating-commands.ts';

const texts = defineMessages('ratings', {
  legend: 'Rate this post',
  rate: 'Rate',
  rated: 'Rated {stars}',
  remove: 'Remove rating',
});

type PostRatingProps = { post: StoredPost; className?: string | undefined };

/** The viewer's own stars for a post, behind one button; the author's own rating does not count in the average. */
export function PostRating({ post, className }: PostRatingProps) {
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  const stars = post.ratingOfPost;
  const choose = (chosen: number) => {
    setOpen(false);
    if (chosen !== stars) void dispatch(ratePost(post, chosen));
  };
  const remove = () => {
    setOpen(false);
    void dispatch(removeRating(post));
  };
  return (
    <Popover
      label={t(texts.legend)}
      open={open}
      onOpenChange={setOpen}
      renderTrigger={(props) => (
        <button type="button" {...props} data-control="rate" data-set={stars > 0 || undefined} className={className}>
          <Icon icon={Star} />
          {stars > 0 ? t(texts.rated, { stars }) : t(texts.rate)}
        </button>
      )}
    >
      <RadioStars legend={t(texts.legend)} value={stars} onChange={choose} />
      {stars > 0 && (
        <Button size="small" variant="quiet" onClick={remove}>
          {t(texts.remove)}
        </Button>
      )}
    </Popover>
  );
}
