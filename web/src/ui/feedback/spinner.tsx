import { cx } from '../text/cx.ts';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import styles from './spinner.module.css';

type SpinnerProps = {
  /** Diameter in pixels. */
  width?: number;
  /** With a label the spinner is announced and centred as a block of its own; without one it is decorative. */
  label?: string;
  className?: string;
};

/** A rotating arc. Prefer a skeleton wherever the final shape is known. */
export function Spinner({ width = 24, label, className }: SpinnerProps) {
  const arc = (
    <svg
      width={width}
      height={width}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={width > 40 ? 1.75 : 2.5}
      strokeLinecap="round"
      aria-hidden="true"
      className={cx(styles.spinner, className)}
    >
      <circle cx="12" cy="12" r="9.5" className={styles.track} />
      <path d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
    </svg>
  );
  if (!label) return arc;
  return (
    <div role="status" className={styles.block}>
      {arc}
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}
