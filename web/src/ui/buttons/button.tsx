import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { icon?: IconShape; loading?: boolean };

/** A button. While `loading` it keeps its width, name and focus, and ignores clicks. */
export function Button({
  variant,
  size,
  wide,
  icon,
  loading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      className={cx(buttonClass({ variant, size, wide }), loading && styles.busy, className)}
      onClick={press}
    >
      <span className={styles.label}>
        {icon && <Icon icon={icon} />}
        {children}
      </span>
      {loading && <Spinner width={18} className={styles.spinner} />}
    </button>
  );
}
