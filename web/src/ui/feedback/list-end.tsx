import type { ReactNode } from 'react';
import styles from './list-end.module.css';

/** A note below a list that has been loaded to its end. */
export function ListEnd({ children }: { children: ReactNode }) {
  return <p className={styles.end}>{children}</p>;
}
