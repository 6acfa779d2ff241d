import { cx } from '../text/cx.ts';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './count-badge.module.css';

type CountBadgeProps = {
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
export function CountBadge({ count, label, quiet = false, dot = false }: CountBadgeProps) {
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
