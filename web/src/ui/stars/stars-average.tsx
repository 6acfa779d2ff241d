import { defineMessages } from '@afterhours/contract/base/message';
import Star from 'lucide-react/icons/star';
import StarHalf from 'lucide-react/icons/star-half';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Icon } from '../text/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './stars.module.css';

const texts = defineMessages('ui.stars', {
  average: '{average} of 5 stars, {count, plural, one {# rating} other {{shown} ratings}}',
  none: 'Not rated',
  noneYet: 'Not rated yet',
});

type StarsAverageProps = {
  /** 0–5; drawn to the nearest half. */
  value: number;
  /** How many rated. */
  count: number;
};

/** An average, shown and not pressed. */
export function StarsAverage({ value, count }: StarsAverageProps) {
  const halves = Math.round(value * 2);
  const average = value.toFixed(1);
  const shown = formatCount(count);
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
        {count > 0 ? `${average} (${shown})` : t(texts.none)}
      </span>
      <VisuallyHidden>{count > 0 ? t(texts.average, { average, count, shown }) : t(texts.noneYet)}</VisuallyHidden>
    </span>
  );
}
