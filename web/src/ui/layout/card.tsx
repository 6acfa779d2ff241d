import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../text/cx.ts';
import styles from './card.module.css';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** A heading in the display face that also names the section. */
  title?: string;
  /** A link or a quiet button next to the title. */
  action?: ReactNode;
  /** False for content with its own padding, such as a picture or a list with lines. */
  padded?: boolean;
};

/**
 * A box with a surface colour and a thin border, without a shadow; on a narrow screen it extends from edge to edge.
 * Cards are never nested.
 */
export function Card({ title, action, padded = true, className, children, ...rest }: CardProps) {
  return (
    <section aria-label={title} {...rest} className={cx(styles.card, padded && styles.padded, className)}>
      {title && (
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
