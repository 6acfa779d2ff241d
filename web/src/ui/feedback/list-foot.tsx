import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '../buttons/button.tsx';
import { ErrorState } from './error-state.tsx';
import { ListEnd } from './list-end.tsx';
import { LoadingNote } from './skeleton.tsx';

const texts = defineMessages('ui.listFoot', { more: 'Show more' });

type ListFootProps = {
  /** Of `usePages`. */
  pages: {
    items: readonly unknown[];
    cursor: string | null;
    status: 'loading' | 'ready' | 'failed';
    message: string;
    more: () => void;
  };
  /** Said to those who cannot see the shape. */
  loading?: string | undefined;
  /** Of the rows that are loading. */
  shape?: ReactNode;
  /** In place of rows, where there are none. */
  none?: ReactNode;
  /** Below the last row. */
  end?: string;
  /** The next page is loaded at a press, instead of when the foot comes into sight. */
  byButton?: boolean;
};

/** What is below rows that come in pages: more are loading, failed to load, can be loaded, or these are all. */
export function ListFoot({ pages, loading, shape, none, end, byButton = false }: ListFootProps) {
  const { items, cursor, status, message, more } = pages;
  const foot = useEndInSight(more, !byButton && status === 'ready' && cursor);
  const isAll = status === 'ready' && cursor === null;
  // The button that asks for more stays while more is loading, and keeps the focus.
  const hasButton = byButton && status !== 'failed' && cursor !== null;
  return (
    <>
      {status === 'loading' && !hasButton && (
        <>
          <LoadingNote>{loading}</LoadingNote>
          {shape}
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {hasButton && (
        <Button variant="quiet" wide loading={status === 'loading'} onClick={more}>
          {t(texts.more)}
        </Button>
      )}
      {isAll && items.length === 0 && none}
      {isAll && items.length > 0 && end !== undefined && <ListEnd>{end}</ListEnd>}
      {!byButton && <div ref={foot} />}
    </>
  );
}
