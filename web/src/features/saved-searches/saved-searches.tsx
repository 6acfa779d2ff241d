import { defineMessages } from '@afterhours/contract/base/message';
import type { SearchCadence } from '@afterhours/contract/constants/jobs';
import type { SavedSearch } from '@afterhours/contract/jobs/saved-searches';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { focusArrival } from '#lib/focus/focus-arrival.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { describeSearch } from './describe-search.ts';
import { cadenceNames, SaveForm } from './save-form.tsx';
import { onSavedSearchesChanged } from './saved-search-changes.ts';
import { loadSavedSearches, removeSavedSearch, saveSearch } from './saved-search-commands.ts';
import styles from './saved-searches.module.css';
import { FEW, keepPlace, SavedSearchesLead, SavedSearchesPlace } from './saved-searches-place.tsx';

const texts = defineMessages('savedSearches.panel', {
  title: 'Saved searches',
  loading: 'Loading saved searches',
  more: 'More saved searches',
  all: 'All saved searches',
  fewer: 'Fewer saved searches',
  remove: 'Delete the saved search {search}',
});

type Query = Record<string, string>;

function Row({ of, onRemove }: { of: SavedSearch; onRemove: () => void }) {
  const search = describeSearch(of);
  return (
    <li className={styles.row} data-row={of._id}>
      <span className={styles.text}>
        <TextLink to={of.link}>
          <bdi>{search}</bdi>
        </TextLink>
        <span className={styles.quiet}>{t(cadenceNames[of.cadence])}</span>
      </span>
      <IconButton icon={Trash} size={18} label={t(texts.remove, { search })} data-control="remove" onClick={onRemove} />
    </li>
  );
}

const byNewest = (one: SavedSearch, other: SavedSearch): number => other._id.localeCompare(one._id);

/** The saved searches; reloaded when one is saved or deleted in another tab. */
function useSaved() {
  const { remove, insert, reload, ...pages } = usePages(loadSavedSearches, ({ _id }) => _id);
  useEffect(() => onSavedSearchesChanged(reload));
  const [pending, setPending] = useState(false);
  const save = async (query: Query, cadence: SearchCadence) => {
    setPending(true);
    const response = await saveSearch({ query, cadence });
    setPending(false);
    if (!response.ok) {
      showFailure(response);
      return;
    }
    showSuccess(response.message);
    insert([response.body], byNewest);
  };
  const drop = async (id: string) => {
    const response = await removeSavedSearch(id);
    if (!response.ok && response.status !== 404) {
      showFailure(response);
      return;
    }
    // One that was deleted elsewhere just goes.
    if (response.ok) showSuccess(response.message);
    remove(id);
  };
  return { ...pages, pending, save, drop };
}

/** Replaced when it is clicked, so that the focus moves to what has appeared. */
function AllButton({ all, onClick }: { all: boolean; onClick: () => void }) {
  return (
    <Button ref={focusArrival} size="small" variant="quiet" aria-expanded={all} onClick={onClick}>
      {t(all ? texts.fewer : texts.all)}
    </Button>
  );
}

/** Stores how much space to reserve the next time, and calls `onPlaced` once the searches are rendered. */
function usePlace({ status, length }: { status: string; length: number }, onPlaced: () => void): void {
  const memberId = useAppSelector(selectOwnUser)?._id;
  useEffect(() => {
    if (status === 'ready' && memberId !== undefined) keepPlace(memberId, length);
  }, [status, length, memberId]);
  const placed = useEffectEvent(onPlaced);
  useLayoutEffect(() => {
    if (status !== 'loading') placed();
  }, [status]);
}

type SavedSearchesProps = {
  /** Empty without filters. */
  query: Query;
  /** Called once they take up their space. */
  onPlaced: () => void;
};

/** Saves the current filters of the jobs, and lists the saved searches. */
export function SavedSearches({ query, onPlaced }: SavedSearchesProps) {
  const { items, cursor, status, message, more, pending, save, drop } = useSaved();
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, FEW);
  const hasMore = items.length > FEW || cursor !== null;
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    shown.map(({ _id }) => _id),
  );
  const isFiltered = Object.keys(query).length > 0;
  const { length } = items;
  usePlace({ status, length }, onPlaced);
  if (status === 'loading' && length === 0) return <SavedSearchesPlace filtered={isFiltered} />;
  if (!isFiltered && length === 0 && status !== 'failed') return <SavedSearchesLead />;
  return (
    <Card title={t(texts.title)}>
      <div className={styles.panel}>
        {isFiltered && <SaveForm pending={pending} onSave={(cadence) => void save(query, cadence)} />}
        <ul ref={list} aria-label={t(texts.title)} aria-busy={status === 'loading'} className={styles.list}>
          {shown.map((one) => (
            <Row key={one._id} of={one} onRemove={() => void drop(one._id)} />
          ))}
        </ul>
        {status === 'loading' && (
          <>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
            <Skeleton shape="text" lines={1} />
          </>
        )}
        {status === 'failed' && <ErrorState quiet message={message} onRetry={more} />}
        {all && status === 'ready' && cursor !== null && (
          <Button ref={focusArrival} size="small" variant="quiet" onClick={more}>
            {t(texts.more)}
          </Button>
        )}
        {items.length > 0 && hasMore && <AllButton key={String(all)} all={all} onClick={() => setAll(!all)} />}
      </div>
    </Card>
  );
}
