import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { cx } from '../text/cx.ts';
import styles from './text-link.module.css';

type TextLinkProps = ComponentProps<typeof Link> & {
  /** Underlined on hover and focus only: for names and titles, whose position already suggests a link. */
  bare?: boolean;
};

/** A text link with an underline in the lamp colour. */
export function TextLink({ bare = false, className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={cx(styles.link, bare && styles.bare, className)} />;
}
