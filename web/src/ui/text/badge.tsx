import styles from './badge.module.css';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type BadgeProps = {
  /** Nothing is drawn for 0; 99+ from 100 on. */
  count: number;
  /** Said after the count: "unread". */
  label?: string;
  /** Counts what is not waiting for anybody. */
  quiet?: boolean;
  /** Draws a dot instead of the number. */
  dot?: boolean;
};

/** A small count. The lamp means: something new for you. */
export function Badge({ count, label, quiet = false, dot = false }: BadgeProps) {
  if (count < 1) return null;
  if (dot) return <span className={styles.dot}>{label && <VisuallyHidden>{label}</VisuallyHidden>}</span>;
  return (
    <span className={cx(styles.badge, quiet && styles.quiet)}>
      {count > 99 ? '99+' : count}
      {label && ' '}
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
