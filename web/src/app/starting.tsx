import { Spinner } from '#ui/feedback/spinner.tsx';
import styles from './starting.module.css';

/** Until the first part of a page has come; shown only on a slow connection. */
export function Starting() {
  return (
    <div className={styles.starting}>
      <Spinner label="Loading" />
    </div>
  );
}
