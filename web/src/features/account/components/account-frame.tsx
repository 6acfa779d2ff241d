import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SkipLink } from '#ui/skip-link.tsx';
import styles from './account-frame.module.css';

type AccountFrameProps = { title: string; lead?: ReactNode; children: ReactNode; foot?: ReactNode };

/** The quiet page around the account forms: a logo to go home by, one sheet, one way out. */
export function AccountFrame({ title, lead, children, foot }: AccountFrameProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Afterhours`}</title>
      <SkipLink />
      <header className={styles.head}>
        <Link to="/" className={styles.logo}>
          Afterhours
        </Link>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </main>
    </div>
  );
}
