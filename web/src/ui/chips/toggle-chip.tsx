import X from 'lucide-react/icons/x';
import type { ComponentProps } from 'react';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './chip.module.css';

type ToggleChipProps = Omit<ComponentProps<'button'>, 'type'> & { pressed: boolean };

/** A chip that toggles a filter. When pressed, it has the lamp colour and an X that shows how to remove the filter. */
export function ToggleChip({ pressed, className, children, ...rest }: ToggleChipProps) {
  return (
    <button {...rest} type="button" aria-pressed={pressed} className={cx(styles.chip, styles.button, className)}>
      <span className={styles.text}>{children}</span>
      {pressed && <Icon icon={X} size={16} />}
    </button>
  );
}
