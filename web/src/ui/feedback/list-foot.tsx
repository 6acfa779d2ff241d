import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { focusArrival } from '#lib/focus/focus-arrival.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '../buttons/button.tsx';
import { ErrorState } from './error-state.tsx';
import { ListEnd } from './list-end.tsx';
import { LoadingNote } from './skeleton.tsx';

const texts = defineMessages('ui.listFoot', { more: 'Show more' });

type ListFootProps = {
  /** The state returned by `usePages`. */
  pages: {
    items: readonly unknown[];
    cursor: string | null;
    status: 'loading' | 'ready' | 'failed';
    message: string;
    more: () => void;
  };
  /** Announced to screen readers while rows are loading. */
  loading?: string | undefined;
  /** The skeleton of the rows that are loading. */
  shape?: ReactNode;
  /** Shown when there are no rows. */
  none?: ReactNode;
  /** Shown below the last row. */
  end?: string;
  /** Loads the next page when a button is clicked, instead of when the foot comes into view. */
  byButton?: boolean;
};

/**
 * The foot of a paged list: shows that more rows are loading, failed to load or can be loaded, or that there are no
 * more.
 */
export function ListFoot({ pages, loading, shape, none, end, byButton = false }: ListFootProps) {
  const { items, cursor, status, message, more } = pages;
  const foot = useEndInSight(more, !byButton && status === 'ready' && cursor);
  const isAll = status === 'ready' && cursor === null;
  // The button stays, with the focus, while more rows are loading. Each page has its own, so that the focus then moves
  // on to the first new row, instead of below all of them.
  const hasButton = byButton && status !== 'failed' && cursor !== null;
  return (
    <>
      {status === 'loading' && !hasButton && (
        <>
          <LoadingNote hidesRest={items.length === 0}>{loading}</LoadingNote>
          {shape}
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {hasButton && (
        <Button
          key={items.length}
          ref={focusArrival}
          variant="quiet"
          wide
          loading={status === 'loading'}
          onClick={more}
        >
          {t(texts.more)}
        </Button>
      )}
      {isAll && items.length === 0 && none}
      {isAll && items.length > 0 && end !== undefined && <ListEnd>{end}</ListEnd>}
      {!byButton && <div ref={foot} />}
    </>
  );
}
