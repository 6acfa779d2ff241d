import type { ComponentProps } from 'react';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './icon-button.module.css';

type IconButtonProps = ComponentProps<'button'> & {
  icon: IconShape;
  /** The accessible name, also used as the browser's tooltip. */
  label: string;
  /** For toggles: announced as pressed, and filled in the lamp colour. */
  pressed?: boolean;
  size?: 18 | 20 | 24;
};

/** A button with an icon. Children (a count, a word) appear next to it and are not part of its name. */
export function IconButton({ icon, label, pressed, size = 20, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={cx(styles.button, className)}
    >
      <Icon icon={icon} size={size} filled={pressed === true} />
      {children}
    </button>
  );
}
