import type { ReactNode } from 'react';
import { cx } from '../text/cx.ts';
import styles from './chip.module.css';

type Tone = 'neutral' | 'lamp';

type ChipProps = {
  tone?: Tone;
  children: ReactNode;
};

/** A small label, such as a state. Long text is cut off with an ellipsis. */
export function Chip({ tone = 'neutral', children }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone])}>
      <span className={styles.text}>{children}</span>
    </span>
  );
}
