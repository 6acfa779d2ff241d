import { defineMessages } from '@afterhours/contract/base/message';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { PostList } from '#features/feed/components/post-list.tsx';
import { isPlaceKnown, SavedSearchesPlace } from '#features/saved-searches/saved-searches-place.tsx';
import { useMedia } from '#lib/browser/use-media.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Movable, Slot } from '#ui/parts/movable.tsx';
import { from } from '#ui/styles/breakpoints.ts';
import { PageTitle } from '#ui/text/page-title.tsx';
import { BrowseColumns } from '../components/browse-columns.tsx';
import { type JobFilter, readFilter, toSavedQuery, writeFilter } from '../components/job-filter.ts';
import { JobFilters } from '../components/job-filters.tsx';

const texts = defineMessages('browse.jobs', {
  title: 'Jobs',
  applications: 'My applications',
  none: 'No jobs yet.',
  noneFound: 'No job matches these filters.',
  clear: 'Clear filter',
});

/** How long the jobs wait for the saved searches above them to take their place. */
const PLACED_MS = 1_000;

const SavedSearches = lazy(() =>
  loadWithRetries(async () => ({
    default: (await import('#features/saved-searches/saved-searches.tsx')).SavedSearches,
  })),
);

/** The filter is part of the address, so that it can be shared and Back restores it. */
function useJobFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = (next: JobFilter) => setSearch(writeFilter(next), { preventScrollReset: true });
  return { filter, change };
}

type SavedProps = { filter: JobFilter; slot: HTMLElement | null; onPlaced: () => void };

/**
 * The saved searches, in the slot that the layout has for them. CSS alone cannot move them out of the middle column:
 * where there is only one side column, they come after the viewer's card, which is outside of `main`.
 */
function Saved({ filter, slot, onPlaced }: SavedProps) {
  const query = toSavedQuery(filter);
  return (
    <Movable slot={slot}>
      <Suspense fallback={<SavedSearchesPlace filtered={Object.keys(query).length > 0} />}>
        <SavedSearches query={query} onPlaced={onPlaced} />
      </Suspense>
    </Movable>
  );
}

/** Jobs, newest first, filtered by words, hashtag and terms, for members and guests. */
export function JobsPage() {
  const { filter, change } = useJobFilter();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const memberId = useAppSelector(selectOwnUser)?._id;
  const [placed, setPlaced] = useState(isPlaceKnown(memberId));
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true), PLACED_MS);
    return () => clearTimeout(timer);
  }, []);
  const isFiltered = Object.keys(filter).length > 0;
  const wide = useMedia(from.desktop);
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const [side, setSide] = useState<HTMLElement | null>(null);
  const clear = <Button onClick={() => change({})}>{t(texts.clear)}</Button>;
  return (
    <BrowseColumns
      right={signedIn && <Slot ref={setSide} />}
      heading={
        <>
          <PageTitle>{t(texts.title)}</PageTitle>
          <h1>{t(texts.title)}</h1>
          {signedIn && <TextLink to="/me/applications">{t(texts.applications)}</TextLink>}
        </>
      }
    >
      <JobFilters value={filter} onChange={change} />
      {signedIn && <Slot ref={setMiddle} />}
      {signedIn && <Saved filter={filter} slot={wide ? side : middle} onPlaced={() => setPlaced(true)} />}
      {/* Hidden while loading, so that it does not visibly move when the saved searches appear. */}
      <div style={signedIn && !wide && !placed ? { visibility: 'hidden' } : undefined}>
        <PostList
          list="jobs"
          query={filter}
          empty={isFiltered ? { text: t(texts.noneFound), action: clear } : { text: t(texts.none) }}
        />
      </div>
    </BrowseColumns>
  );
}
