import type { ReactNode } from 'react';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './chip.module.css';

type Tone = 'neutral' | 'lamp';

type ChipProps = {
  tone?: Tone;
  icon?: IconShape;
  children: ReactNode;
};

/** A small label, such as a state. Long text is cut off with an ellipsis. */
export function Chip({ tone = 'neutral', icon, children }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone])}>
      {icon && <Icon icon={icon} size={16} />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
