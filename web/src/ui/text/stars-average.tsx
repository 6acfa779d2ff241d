import Star from 'lucide-react/icons/star';
import StarHalf from 'lucide-react/icons/star-half';
import { formatCount } from '#lib/text/format.ts';
import { Icon } from './icon.tsx';
import styles from './stars.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type StarsAverageProps = {
  /** 0–5; drawn to the nearest half. */
  value: number;
  /** How many rated. */
  count: number;
};

/** An average, to be read and not pressed. */
export function StarsAverage({ value, count }: StarsAverageProps) {
  const halves = Math.round(value * 2);
  const ratings = count === 1 ? '1 rating' : `${formatCount(count)} ratings`;
  return (
    <span className={styles.average}>
      <span aria-hidden="true" className={styles.row}>
        {[2, 4, 6, 8, 10].map((full) => (
          <span key={full} className={styles.star}>
            <Icon icon={Star} size={16} filled={halves >= full} />
            {halves === full - 1 && <Icon icon={StarHalf} size={16} filled />}
          </span>
        ))}
      </span>
      <span aria-hidden="true" className={styles.value}>
        {count > 0 ? `${value.toFixed(1)} (${formatCount(count)})` : 'Not rated'}
      </span>
      <VisuallyHidden>{count > 0 ? `${value.toFixed(1)} of 5 stars, ${ratings}` : 'Not rated yet'}</VisuallyHidden>
    </span>
  );
}
