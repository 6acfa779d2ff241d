import { defineMessages } from '@afterhours/contract/base/message';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMedia } from '#lib/browser/use-media.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import styles from './list-and-detail.module.css';

const texts = defineMessages('moderation.listAndDetail', {
  back: 'Back to the list',
});

type ListAndDetailProps = {
  /** The id of the row that is shown beside the list. Rows carry it as `data-row`. */
  chosen: string | undefined;
  onBack: () => void;
  list: ReactNode;
  detail: ReactNode;
};

/** A list and the detail of its chosen row: side by side, or one at a time on a narrow screen. */
export function ListAndDetail({ chosen, onBack, list, detail }: ListAndDetailProps) {
  const wide = useMedia(from.desktop);
  const listRef = useRef<HTMLDivElement>(null);
  const detailRef = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    const left = before.current;
    before.current = chosen;
    if (left === chosen) return;
    if (chosen) detailRef.current?.scrollIntoView({ block: 'nearest' });
    // The row that had the focus is hidden while its detail is shown.
    if (chosen) back.current?.focus();
    else listRef.current?.querySelector<HTMLElement>(`[data-row="${left}"] button`)?.focus();
  }, [chosen]);
  const alone = !wide && chosen !== undefined;
  return (
    <div className={styles.columns}>
      <div ref={listRef} hidden={alone}>
        {list}
      </div>
      <div ref={detailRef} className={styles.detail}>
        {alone && (
          <Button ref={back} size="small" className={styles.back} onClick={onBack}>
            {t(texts.back)}
          </Button>
        )}
        {detail}
      </div>
    </div>
  );
}
