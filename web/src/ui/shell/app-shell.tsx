import type { ReactNode } from 'react';
import { SkipLink } from '../skip-link.tsx';
import styles from './app-shell.module.css';

type AppShellProps = {
  topBar: ReactNode;
  /** Left out for visitors. */
  bottomBar?: ReactNode;
  footer?: ReactNode;
  /** Columns or Page: something that draws `<main id="main">`. */
  children: ReactNode;
};

/** Skip link, top bar, page, footer, bottom bar. */
export function AppShell({ topBar, bottomBar, footer, children }: AppShellProps) {
  return (
    <>
      <SkipLink />
      <div className={styles.shell}>
        {topBar}
        {children}
        {footer}
      </div>
      {bottomBar}
    </>
  );
}
