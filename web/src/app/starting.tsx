import { t } from '#lib/text/translate.ts';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { words } from '#ui/text/words.ts';
import styles from './starting.module.css';

/** Shown until the first part of a page is loaded; visible only on a slow connection. */
export function Starting() {
  return (
    <div className={styles.starting}>
      <Spinner label={t(words.loading)} />
    </div>
  );
}
