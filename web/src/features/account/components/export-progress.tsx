import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { words } from '#ui/text/words.ts';
import { describeExport, type ExportState } from '../use-export.ts';
import styles from './export-progress.module.css';

/** The line below the export button. It moves nothing above it, so that the second tap of two does not cancel. */
export function ExportProgress({ state, onStop }: { state: ExportState; onStop: () => void }) {
  return (
    <div className={styles.progress}>
      <span role="status" className={styles.status}>
        {describeExport[state.status]?.(state)}
      </span>
      {state.status === 'running' && <Button onClick={onStop}>{t(words.cancel)}</Button>}
    </div>
  );
}
