import type { ReactNode } from 'react';
import styles from './text-page.module.css';

type TextPageProps = {
  title: string;
  /** A muted line below the title: "Effective 5/1/2025". */
  meta?: ReactNode;
  children?: ReactNode;
  /** Buttons below the text: "Back To Home". */
  actions?: ReactNode;
};

/** A page of text: terms, privacy, not found. Lines have at most 66 characters. Renders `<main id="main">`. */
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
