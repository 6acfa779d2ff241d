import Star from 'lucide-react/icons/star';
import { useId } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './stars.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type RadioStarsProps = {
  /** What is rated, for assistive technology: "Rate this post". */
  legend: string;
  /** 1–5; 0 while nothing is chosen. */
  value: number;
  onChange: (stars: number) => void;
  disabled?: boolean;
};

const choices = [1, 2, 3, 4, 5];

/** Five stars as a radio group: arrows move and choose, as in every radio group. */
export function RadioStars({ legend, value, onChange, disabled }: RadioStarsProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className={cx(styles.row, styles.choose)}>
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      {choices.map((stars) => (
        <label key={stars} className={styles.option} title={stars === 1 ? '1 star' : `${stars} stars`}>
          <input
            type="radio"
            name={name}
            value={stars}
            checked={value === stars}
            aria-label={stars === 1 ? '1 star' : `${stars} stars`}
            onChange={() => onChange(stars)}
          />
          <Icon icon={Star} size={20} />
        </label>
      ))}
    </fieldset>
  );
}
