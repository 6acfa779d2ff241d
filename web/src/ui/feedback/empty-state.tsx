import type { ReactNode } from 'react';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './state.module.css';

type EmptyStateProps = {
  icon?: IconShape;
  /** "No Post Found" */
  title: string;
  /** What would be here. */
  children?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
};

/** Nothing here yet: says what would be, and offers the one thing to do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && <Icon icon={icon} size={32} className={styles.mark} />}
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
