import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import UserSearch from 'lucide-react/icons/user-search';
import UsersRound from 'lucide-react/icons/users-round';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FollowListName } from '#entities/people/follow-slice.ts';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPeople } from '#entities/people/user-slice.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { loadFollowList } from '../follow-commands.ts';
import { followTexts } from '../follow-texts.ts';
import { matchesName } from '../matches-name.ts';
import { useFollowList } from '../use-follow-list.ts';
import { FollowButton } from './follow-button.tsx';
import styles from './follow-people.module.css';

const texts = defineMessages('follow.list', {
  followersHint: 'People who follow you will appear here.',
  followingsHint: 'Posts from people you follow will appear in My Network.',
  allFollowers: 'Those are all your followers.',
  allFollowings: 'That’s everyone you follow.',
  search: 'Search by name',
  found: '{count, plural, one {# person found} other {# people found}}',
  loading: 'Loading people',
  noMatch: 'No one by that name',
  noMatchHint: 'No name in this list contains “{keyword}”.',
  find: 'Find Colleagues',
});

const empty = {
  followers: { title: followTexts.noFollowers, text: texts.followersHint },
  followings: { title: followTexts.noFollowings, text: texts.followingsHint },
} as const;

const ended = { followers: texts.allFollowers, followings: texts.allFollowings } as const;

/** The people in a list whose names match the keyword; a search loads the list to its end. */
function useSearchedList(list: FollowListName, keyword: string) {
  const dispatch = useAppDispatch();
  const loaded = useFollowList(list);
  const people = useAppSelector(selectPeople);
  const more = useCallback(() => void dispatch(loadFollowList(list, false)), [dispatch, list]);
  const retry = () => void dispatch(loadFollowList(list, loaded.cursor === null));
  const { status, cursor } = loaded;
  const searching = keyword.trim() !== '' && cursor !== null;
  useEffect(() => {
    if (searching && status === 'ready') more();
  }, [searching, status, more]);
  const found = loaded.ids.flatMap((id) => {
    const person = people[id];
    return person && matchesName(person, keyword) ? [person] : [];
  });
  return { ...loaded, found, searching, more, retry };
}

function Nobody({ list, keyword }: { list: FollowListName; keyword: string }) {
  if (keyword) {
    return (
      <EmptyState icon={UserSearch} title={t(texts.noMatch)}>
        <Sentence text={texts.noMatchHint} values={{ keyword }} />
      </EmptyState>
    );
  }
  const find = (
    <ButtonLink to="/find" variant="primary">
      {t(texts.find)}
    </ButtonLink>
  );
  return (
    <EmptyState icon={UsersRound} title={t(empty[list].title)} action={find}>
      {t(empty[list].text)}
    </EmptyState>
  );
}

function People({ people, loading }: { people: readonly Person[]; loading: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    people.map(({ _id }) => _id),
  );
  return (
    <ul ref={list} className={styles.list} aria-busy={loading}>
      {people.map((person) => (
        <li key={person._id} data-row={person._id}>
          <PersonRow person={person} lines={[person.profession]}>
            <FollowButton person={person} />
          </PersonRow>
        </li>
      ))}
    </ul>
  );
}

/** The viewer's followers or followed members, with a search by name. */
export function FollowPeople({ list }: { list: FollowListName }) {
  const [keyword, setKeyword] = useState('');
  const { ids, found, cursor, status, message, searching, more, retry } = useSearchedList(list, keyword);
  const end = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  const none = status === 'ready' && !searching && found.length === 0;
  return (
    <>
      {ids.length > 0 && (
        <TextField
          type="search"
          label={t(texts.search)}
          hideLabel
          placeholder={t(texts.search)}
          autoComplete="off"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      )}
      <VisuallyHidden role="status">
        {keyword.trim() && !searching && t(texts.found, { count: found.length })}
      </VisuallyHidden>
      {found.length > 0 && <People people={found} loading={loading} />}
      {loading && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {none && <Nobody list={list} keyword={ids.length > 0 ? keyword.trim() : ''} />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={end} />
      {found.length > 0 && status === 'ready' && cursor === null && !keyword.trim() && (
        <ListEnd>{t(ended[list])}</ListEnd>
      )}
    </>
  );
}
