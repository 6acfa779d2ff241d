import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import type { usePages } from '#lib/lists/use-pages.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { words } from '#ui/text/words.ts';
import styles from './earnings.module.css';

const texts = defineMessages('earnings.rows', { more: 'Show more' });

type PagedRowsProps<T> = {
  pages: ReturnType<typeof usePages<T>>;
  idOf: (item: T) => string;
  renderRow: (item: T) => ReactNode;
  /** Shown for an empty list. */
  none: ReactNode;
};

/** A list that is loaded page by page, with what it says while it loads, fails or is empty. */
export function PagedRows<T>({ pages, idOf, renderRow, none }: PagedRowsProps<T>) {
  const { items, cursor, status, message, more } = pages;
  return (
    <>
      {items.length > 0 && (
        <ul className={styles.rows} aria-busy={status === 'loading'}>
          {items.map((item) => (
            <li key={idOf(item)}>{renderRow(item)}</li>
          ))}
        </ul>
      )}
      {status === 'loading' && (
        <>
          <LoadingNote>{t(words.loading)}</LoadingNote>
          <Skeleton shape="text" lines={3} />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {status === 'ready' && cursor !== null && (
        <Button variant="quiet" wide onClick={more}>
          {t(texts.more)}
        </Button>
      )}
      {status === 'ready' && items.length === 0 && none}
    </>
  );
}
