import { defineMessages } from '@afterhours/contract/base/message';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useMedia } from '#lib/browser/use-media.ts';
import { isFocusLost } from '#lib/focus/lost-focus.ts';
import { moveBetween } from '#lib/focus/move-between.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '../buttons/button.tsx';
import { from } from '../styles/breakpoints.ts';
import styles from './list-and-detail.module.css';
import { TabbableRow, useTabbableRow } from './roving-tab-index.ts';

const texts = defineMessages('ui.listAndDetail', {
  back: 'Back to the list',
});

const ROW_BUTTON = '[data-row] button';

type ListAndDetailProps = {
  /** The ids of the rows, in the order shown. Rows carry their id as `data-row`, and use `useRowTabIndex`. */
  rows: readonly string[];
  /** The id of the row that is shown beside the list. */
  chosen: string | undefined;
  onBack: () => void;
  list: ReactNode;
  /** The detail, or a hint that a row can be chosen, which only a wide screen shows. */
  detail: ReactNode;
};

type RowListProps = Pick<ListAndDetailProps, 'rows' | 'chosen'> & ComponentProps<'div'>;

/** The list, in which the arrow keys move between the rows. */
function RowList({ rows, chosen, children, ...div }: RowListProps) {
  const { stop, onFocus } = useTabbableRow(rows, chosen);
  return (
    // Handles keys of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...div}
      onFocus={onFocus}
      onKeyDown={(event) => moveBetween(event, [...event.currentTarget.querySelectorAll<HTMLElement>(ROW_BUTTON)])}
    >
      <TabbableRow value={stop}>{children}</TabbableRow>
    </div>
  );
}

/** A list and the detail of its chosen row: side by side, or one at a time on a narrow screen. */
export function ListAndDetail({ rows, chosen, onBack, list, detail }: ListAndDetailProps) {
  const wide = useMedia(from.desktop);
  const listRef = useRef<HTMLDivElement>(null);
  const detailRef = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    const left = before.current;
    before.current = chosen;
    if (left === chosen) return;
    // On a narrow screen the navigation and the filters above would fill half of it.
    if (chosen) detailRef.current?.scrollIntoView({ block: wide ? 'nearest' : 'start' });
    const buttonOf = (id = '') => listRef.current?.querySelector<HTMLElement>(`[data-row="${id}"] button`);
    if (!chosen) buttonOf(left)?.focus();
    // The row that had the focus is hidden while its detail is shown.
    else if (back.current) back.current.focus({ preventScroll: true });
    // A link in the previous detail had the focus.
    else if (isFocusLost()) buttonOf(chosen)?.focus({ preventScroll: true });
  }, [chosen, wide]);
  const alone = !wide && chosen !== undefined;
  return (
    <div className={styles.columns}>
      <RowList ref={listRef} rows={rows} chosen={chosen} hidden={alone}>
        {list}
      </RowList>
      <div ref={detailRef} className={styles.detail}>
        {alone && (
          <Button ref={back} size="small" className={styles.back} onClick={onBack}>
            {t(texts.back)}
          </Button>
        )}
        {(wide || chosen !== undefined) && detail}
      </div>
    </div>
  );
}
