import type { ReactNode } from 'react';
import styles from './list-end.module.css';

/** Below a list that has come to its end: that there is no more. */
export function ListEnd({ children }: { children: ReactNode }) {
  return <p className={styles.end}>{children}</p>;
}
