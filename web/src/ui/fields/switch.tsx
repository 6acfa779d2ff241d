import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../text/cx.ts';
import styles from './choice.module.css';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked'> & {
  label: ReactNode;
  checked: boolean;
  hint?: ReactNode;
};

/**
 * An on/off switch that takes effect at once. The label is on the left and the switch on the right; the whole line is
 * clickable.
 */
export function Switch({ label, hint, checked, className, ...input }: SwitchProps) {
  const id = useId();
  return (
    <label className={cx(styles.choice, styles.switchRow, className)}>
      <span id={`${id}-label`}>{label}</span>
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={styles.switch}
      />
    </label>
  );
}
