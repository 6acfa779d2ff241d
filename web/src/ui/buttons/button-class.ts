import { cx } from '../text/cx.ts';
import styles from './button.module.css';

export type ButtonLook = {
  /**
   * `primary` is the lamp colour: one per view. `settled` shows a state that is already in effect, such as Following.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'settled' | 'danger';
  size?: 'medium' | 'small';
  /** Fills its row. */
  wide?: boolean;
};

/** Returns the class names of a button, for buttons and for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'medium', wide = false }: ButtonLook): string {
  return cx(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide);
}
