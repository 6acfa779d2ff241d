import type { ReactNode } from 'react';
import styles from './ui-page.module.css';

/** A section of the specimen page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
