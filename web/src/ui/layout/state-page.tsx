import type { ReactNode } from 'react';
import styles from './state-page.module.css';

/** A page with nothing but a centred state, such as not found or not loaded. Renders `<main id="main">`. */
export function StatePage({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      {children}
    </main>
  );
}
