import type { ReactNode } from 'react';
import { Lamp } from '../media/lamp.tsx';
import type { IconShape } from '../text/icon.tsx';
import styles from './state.module.css';

type EmptyStateProps = {
  /** What would be here, drawn below the lamp. Left out where there is no room for a picture. */
  icon?: IconShape;
  /** "No Post Found" */
  title: string;
  /** The title is the heading of a page that has nothing else; its lamp is out. */
  heading?: boolean;
  /** What would be here. */
  children?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
};

/** Nothing here yet: says what would be, and offers the one thing to do. */
export function EmptyState({ icon, title, heading = false, children, action }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className={styles.state}>
      {(icon || heading) && <Lamp icon={icon} lit={!heading} />}
      <Title className={styles.title}>{title}</Title>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
