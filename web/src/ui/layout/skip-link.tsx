import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the navigation, to the element with the id `main`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.link}>
      Skip to content
    </a>
  );
}
