import styles from './badge.module.css';
import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type BadgeProps = {
  /** Hidden for 0; shown as 99+ from 100 on. */
  count: number;
  /** Announced after the count: "unread". */
  label?: string;
  /** For counts of things that need no attention. */
  quiet?: boolean;
  /** Shows a dot instead of the number. */
  dot?: boolean;
};

/** A small count. The lamp colour marks something new for the viewer. */
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
