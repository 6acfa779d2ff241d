import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { cx } from '../text/cx.ts';
import styles from './text-link.module.css';

type TextLinkProps = ComponentProps<typeof Link> & {
  /** Underlined on hover and focus only: for names and titles, whose place already says that they are links. */
  bare?: boolean;
};

/** Ink, underlined by the lamp. */
export function TextLink({ bare = false, className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={cx(styles.link, bare && styles.bare, className)} />;
}
