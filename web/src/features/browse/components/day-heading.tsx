import { defineMessages } from '@afterhours/contract/base/message';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { type RootState, useAppSelector } from '#lib/store.ts';
import { formatDay } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './day-heading.module.css';

const texts = defineMessages('browse.day', {
  noDate: 'Date to be announced',
});

/** Returns the day of a webinar in the viewer's time zone. */
const dayOf = (state: RootState, id: string | undefined): string | undefined => {
  const post = id === undefined ? undefined : selectPost(state, id);
  return post && (post.startsAt ? formatDay(post.startsAt) : t(texts.noDate));
};

/** A heading above the first webinar of a day. */
export function DayHeading({ id, before }: { id: string; before: string | undefined }) {
  const day = useAppSelector((state) => dayOf(state, id));
  const previous = useAppSelector((state) => dayOf(state, before));
  return day === undefined || day === previous ? null : <h2 className={styles.day}>{day}</h2>;
}

/** The placeholder of a heading, in the same place. */
export function DayHeadingSkeleton() {
  return (
    <div className={styles.day}>
      <Skeleton shape="heading" />
    </div>
  );
}
