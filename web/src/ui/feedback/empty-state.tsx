import type { ReactNode } from 'react';
import { Lamp } from '../media/lamp.tsx';
import type { IconShape } from '../text/icon.tsx';
import styles from './state.module.css';

type EmptyStateProps = {
  /** The kind of content, drawn below the lamp. Omit it where there is no room for a picture. */
  icon?: IconShape;
  /** For example "No Post Found". */
  title: string;
  /** Makes the title the heading of a page without other content; the lamp is then off. */
  heading?: boolean;
  /** Describes what will appear here. */
  children?: ReactNode;
  /** The single action to take. */
  action?: ReactNode;
};

/** Shown in place of content that does not exist yet: describes it and offers a single action. */
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
