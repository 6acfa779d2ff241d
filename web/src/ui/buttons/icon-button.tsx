import type { ComponentProps } from 'react';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './icon-button.module.css';

type IconButtonProps = ComponentProps<'button'> & {
  icon: IconShape;
  /** The accessible name; also the tooltip of the browser. */
  label: string;
  /** For toggles: announced as pressed, drawn filled in the lamp. */
  pressed?: boolean;
  size?: 18 | 20 | 24;
};

/** An icon that acts. Children (a count, a word) stand beside it and are not part of the name. */
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
