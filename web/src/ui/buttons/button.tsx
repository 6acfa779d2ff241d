import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { icon?: IconShape; loading?: boolean };

/**
 * A button. While `loading` it keeps its width, name and focus, and ignores clicks. One that is `disabled` keeps the
 * focus, too, which a browser would drop; one that submits a form is really disabled, so that Enter does not submit.
 */
export function Button({
  variant,
  size,
  wide,
  icon,
  loading = false,
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || disabled) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && rest.type === 'submit'}
      aria-busy={loading || undefined}
      aria-disabled={loading || disabled || rest['aria-disabled'] || undefined}
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
