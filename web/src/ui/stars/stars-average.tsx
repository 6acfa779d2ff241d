import { defineMessages } from '@afterhours/contract/base/message';
import Star from 'lucide-react/icons/star';
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
  /** 0–5, shown to one decimal. */
  value: number;
  /** The number of ratings. */
  count: number;
};

/** An average such as "★ 4.0 (5)", for display only. */
export function StarsAverage({ value, count }: StarsAverageProps) {
  const average = value.toFixed(1);
  const shown = formatCount(count);
  return (
    <span className={styles.average}>
      <span aria-hidden="true" className={styles.value}>
        {count > 0 && <Icon icon={Star} size={16} filled className={styles.mark} />}
        {count > 0 ? `${average} (${shown})` : t(texts.none)}
      </span>
      <VisuallyHidden>{count > 0 ? t(texts.average, { average, count, shown }) : t(texts.noneYet)}</VisuallyHidden>
    </span>
  );
}
