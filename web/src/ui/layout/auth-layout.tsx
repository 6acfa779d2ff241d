import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../text/cx.ts';
import { Logo } from '../text/logo.tsx';
import styles from './auth-layout.module.css';

type AuthLayoutProps = {
  title: string;
  lead: ReactNode;
  /** The form. */
  children: ReactNode;
  /** Shown below the form: "New here? Join". */
  after: ReactNode;
  /** Makes room for two columns of fields. */
  wide?: boolean;
};

/** The layout of login, registration and similar pages: one sheet in the light of a lamp. */
export function AuthLayout({ title, lead, children, after, wide = false }: AuthLayoutProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.light} aria-hidden="true" />
      <header className={styles.home}>
        <Link to="/">
          <Logo shrinks />
        </Link>
      </header>
      <svg viewBox="0 0 120 148" className={styles.lamp} aria-hidden="true">
        <path className={styles.cord} d="M59 0h2v88h-2z" />
        <path className={styles.bulb} d="M46 134h28a14 14 0 0 1-28 0z" />
        <path className={styles.cord} d="M8 136a52 52 0 0 1 104 0z" />
      </svg>
      <main id="main" tabIndex={-1} className={cx(styles.main, wide && styles.wide)}>
        <div className={styles.sheet}>
          <div className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {children}
        </div>
        {after && <div className={styles.after}>{after}</div>}
      </main>
    </div>
  );
}
