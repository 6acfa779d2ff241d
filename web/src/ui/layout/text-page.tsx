import type { ReactNode } from 'react';
import styles from './text-page.module.css';

type TextPageProps = {
  title: string;
  /** A muted line under the title: "Effective 5/1/2025". */
  meta?: ReactNode;
  children?: ReactNode;
  /** Buttons below: "Back To Home". */
  actions?: ReactNode;
};

/** A page of text: terms, privacy, not found. At most 66 characters to a line; draws `<main id="main">`. */
export function TextPage({ title, meta, children, actions }: TextPageProps) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {meta && <p className={styles.meta}>{meta}</p>}
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}
