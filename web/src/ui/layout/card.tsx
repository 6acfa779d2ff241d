import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../text/cx.ts';
import styles from './card.module.css';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  as?: 'section' | 'article' | 'aside';
  /** A heading in the display face; gives a section its name. */
  title?: string;
  /** Beside the title: a link or a quiet button. */
  action?: ReactNode;
  /** False for content that brings its own inner spacing, such as a picture or a list with lines. */
  padded?: boolean;
  /** Runs from edge to edge on a narrow screen; false inside dialogs. */
  edge?: boolean;
};

/** A sheet of paper on the desk: surface and a thin line, no shadow. Never one inside another. */
export function Card({
  as: Tag = 'section',
  title,
  action,
  padded = true,
  edge = true,
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <Tag
      aria-label={title}
      {...rest}
      className={cx(styles.card, padded && styles.padded, edge && styles.edge, className)}
    >
      {title && (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </Tag>
  );
}
