import { cx } from '../text/cx.ts';
import styles from './button.module.css';

export type ButtonLook = {
  /** `primary` is the lamp: one to a view. `settled` says what is so already, such as Following. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'settled' | 'danger';
  size?: 'medium' | 'small';
  /** Fills its row. */
  wide?: boolean;
};

/** The look of a button, for buttons and for links that act as one. */
export function buttonClass({ variant = 'secondary', size = 'medium', wide = false }: ButtonLook): string {
  return cx(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide);
}
