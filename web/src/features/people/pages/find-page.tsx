import { defineMessages } from '@afterhours/contract/base/message';
import type { PeopleInCommon, ReasonParts } from '@afterhours/contract/people/people';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useCallback, useEffect } from 'react';
import { loadSuggestions } from '#entities/people/suggestion-commands.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { useInvitations } from '#features/connections/invitations/use-invitations.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { type AppStore, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { Colleague } from '../components/colleague.tsx';
import { FilterForm } from '../components/filter-form.tsx';
import { loadFound } from '../find-commands.ts';
import { selectFound } from '../find-slice.ts';
import { useFilters } from '../use-filters.ts';
import { useSuggestions } from '../use-suggestions.ts';
import styles from './find-page.module.css';

const texts = defineMessages('people.find', {
  title: 'Find Colleagues',
  looking: 'Looking for colleagues',
  loadingMore: 'Loading more colleagues',
  none: 'No colleagues found',
  noneHint: 'You already follow everyone we could suggest. New members will appear here.',
  toFeed: 'Go to the feed',
  all: 'That’s everyone we can suggest for now.',
  noMatch: 'No one matches',
  noMatchHint: 'Try fewer filters, or only the beginning of a word.',
  clear: 'Show everyone',
  allFound: 'That’s everyone who matches.',
  found: '{count, plural, =0 {No one found} one {# person found} other {# people found}}',
});

type People = {
  entries: readonly {
    _id: string;
    inCommon: PeopleInCommon;
    reasonParts?: ReasonParts | null;
    country?: string | null;
  }[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  message: string;
  more: () => void;
  retry: () => void;
};

type PeopleListProps = { people: People; nobody: ReactNode; end: string };

/** A list of people with its empty, failed and end states. */
function PeopleList({ people: { entries, cursor, status, message, more, retry }, nobody, end }: PeopleListProps) {
  const bottom = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  return (
    <>
      {loading && entries.length === 0 && <Spinner width={96} label={t(texts.looking)} />}
      {entries.length > 0 && (
        <>
          <ul className={styles.list} aria-busy={loading}>
            {entries.map((entry) => (
              <Colleague key={entry._id} {...entry} />
            ))}
          </ul>
          {loading && (
            <>
              <LoadingNote>{t(texts.loadingMore)}</LoadingNote>
              <PersonSkeleton />
            </>
          )}
        </>
      )}
      {status === 'ready' && entries.length === 0 && nobody}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={bottom} />
      {status === 'ready' && entries.length > 0 && cursor === null && <ListEnd>{end}</ListEnd>}
    </>
  );
}

/** The wider list of suggestions, each with its reason. */
function Suggested() {
  const dispatch = useAppDispatch();
  const colleagues = useSuggestions('colleagues');
  const more = useCallback(() => void dispatch(loadSuggestions('colleagues', false)), [dispatch]);
  const retry = () => void dispatch(loadSuggestions('colleagues', colleagues.cursor === null));
  const toFeed = (
    <ButtonLink to="/home" variant="primary">
      {t(texts.toFeed)}
    </ButtonLink>
  );
  const nobody = (
    <EmptyState icon={SearchX} title={t(texts.none)} action={toFeed}>
      {t(texts.noneHint)}
    </EmptyState>
  );
  return <PeopleList people={{ ...colleagues, more, retry }} nobody={nobody} end={t(texts.all)} />;
}

/** The members that match the filters. */
function Found({ query, onClear }: { query: string; onClear: () => void }) {
  const dispatch = useAppDispatch();
  const found = useAppSelector(selectFound);
  useEffect(() => void dispatch(loadFound(query, true)), [dispatch, query]);
  const more = useCallback(() => void dispatch(loadFound(query, false)), [dispatch, query]);
  const retry = () => void dispatch(loadFound(query, found.entries.length === 0));
  const clear = (
    <Button variant="primary" onClick={onClear}>
      {t(texts.clear)}
    </Button>
  );
  const nobody = (
    <EmptyState icon={SearchX} title={t(texts.noMatch)} action={clear}>
      {t(texts.noMatchHint)}
    </EmptyState>
  );
  const current = found.query === query;
  const people = { ...found, ...(current ? {} : { status: 'loading' as const }), more, retry };
  return (
    <>
      <VisuallyHidden role="status">
        {current && found.status === 'ready' && t(texts.found, { count: found.entries.length })}
      </VisuallyHidden>
      <PeopleList people={people} nobody={nobody} end={t(texts.allFound)} />
    </>
  );
}

/**
 * Loads the invitations, so that the buttons show pending ones. A separate component, so that nothing else renders
 * again when they arrive.
 */
function Invitations() {
  useInvitations('received');
  useInvitations('sent');
  return null;
}

const prepare = async ({ dispatch }: AppStore) => {
  if (location.search === '') await dispatch(loadSuggestions('colleagues', true));
};

/**
 * People to connect with: suggestions, or members that match the filters. `side` holds the panels of other features.
 */
function Find({ side }: { side: ReactNode }) {
  const filters = useFilters();
  return (
    <Columns left={<OwnCard />} right={side}>
      <Invitations />
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      <FilterForm {...filters} />
      {filters.query ? <Found query={filters.query} onClear={filters.clear} /> : <Suggested />}
    </Columns>
  );
}

export const FindPage = Object.assign(Find, { prepare });
