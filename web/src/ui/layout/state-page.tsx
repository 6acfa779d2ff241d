import type { ReactNode } from 'react';
import styles from './state-page.module.css';

/** A page that has nothing but a state, in its middle: unknown, not loaded. Draws `<main id="main">`. */
export function StatePage({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      {children}
    </main>
  );
}
