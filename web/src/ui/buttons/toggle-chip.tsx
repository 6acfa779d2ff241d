import X from 'lucide-react/icons/x';
import type { ComponentProps } from 'react';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './chip.module.css';

type ToggleChipProps = Omit<ComponentProps<'button'>, 'type'> & { pressed: boolean };

/** A chip that filters: pressed is lit by the lamp and shows how to let go. */
export function ToggleChip({ pressed, className, children, ...rest }: ToggleChipProps) {
  return (
    <button {...rest} type="button" aria-pressed={pressed} className={cx(styles.chip, styles.button, className)}>
      <span className={styles.text}>{children}</span>
      {pressed && <Icon icon={X} size={16} />}
    </button>
  );
}
