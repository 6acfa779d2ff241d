import { type ReactNode, useRef } from 'react';
import type { usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './earnings.module.css';

type PagedRowsProps<T> = {
  pages: ReturnType<typeof usePages<T>>;
  idOf: (item: T) => string;
  renderRow: (item: T) => ReactNode;
  /** Shown if the list is empty. */
  none: ReactNode;
};

/** A paged list with its loading, failed and empty states. */
export function PagedRows<T>({ pages, idOf, renderRow, none }: PagedRowsProps<T>) {
  const { items, status } = pages;
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list, items.map(idOf));
  return (
    <>
      {items.length > 0 && (
        <ul ref={list} className={styles.rows} aria-busy={status === 'loading'}>
          {items.map((item) => (
            <li key={idOf(item)} data-row={idOf(item)}>
              {renderRow(item)}
            </li>
          ))}
        </ul>
      )}
      <ListFoot pages={pages} shape={<Skeleton shape="text" lines={3} />} none={none} byButton />
    </>
  );
}
