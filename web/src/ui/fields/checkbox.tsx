import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../text/cx.ts';
import styles from './choice.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'required'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
};

/** A checkbox; the whole line is clickable. */
export function Checkbox({ label, hint, error, required, className, ...input }: CheckboxProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          aria-required={required || undefined}
          className={styles.box}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className={cx(styles.error, styles.below)}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={cx(styles.hint, styles.below)}>
          {hint}
        </p>
      )}
    </div>
  );
}
