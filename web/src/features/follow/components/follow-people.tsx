import UserSearch from 'lucide-react/icons/user-search';
import UsersRound from 'lucide-react/icons/users-round';
import { useCallback, useEffect, useState } from 'react';
import type { FollowListName } from '#entities/people/follow-slice.ts';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPeople } from '#entities/people/user-slice.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { loadFollowList } from '../follow-commands.ts';
import { matchesName } from '../matches-name.ts';
import { useFollowList } from '../use-follow-list.ts';
import { FollowButton } from './follow-button.tsx';
import styles from './follow-people.module.css';

const empty = {
  followers: { title: "You don't have any follower yet", text: 'People who follow you appear here.' },
  followings: {
    title: 'You’re not following anyone yet.',
    text: 'Posts from people you follow appear in My Network.',
  },
} as const;

const ended = { followers: 'Those are all your followers.', followings: 'That’s everyone you follow.' } as const;

/** People of a list whose name holds the keyword; a search reads the list to its end. */
function useSearchedList(list: FollowListName, keyword: string) {
  const dispatch = useAppDispatch();
  const held = useFollowList(list);
  const people = useAppSelector(selectPeople);
  const more = useCallback(() => void dispatch(loadFollowList(list, false)), [dispatch, list]);
  const retry = () => void dispatch(loadFollowList(list, held.cursor === null));
  const { status, cursor } = held;
  const searching = keyword.trim() !== '' && cursor !== null;
  useEffect(() => {
    if (searching && status === 'ready') more();
  }, [searching, status, more]);
  const found = held.ids.flatMap((id) => {
    const person = people[id];
    return person && matchesName(person, keyword) ? [person] : [];
  });
  return { ...held, found, searching, more, retry };
}

/** Those I follow or who follow me, to search by name, with what can be done. */
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
          label="Search by name"
          hideLabel
          placeholder="Search by name"
          autoComplete="off"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      )}
      <VisuallyHidden role="status">
        {keyword.trim() && !searching && `${found.length} ${found.length === 1 ? 'person' : 'people'} found`}
      </VisuallyHidden>
      {found.length > 0 && (
        <ul className={styles.list} aria-busy={loading}>
          {found.map((person) => (
            <li key={person._id}>
              <PersonRow person={person} name={`${person.firstName} ${person.lastName}`} lines={[person.profession]}>
                <FollowButton person={person} />
              </PersonRow>
            </li>
          ))}
        </ul>
      )}
      {loading && (
        <>
          <LoadingNote>Loading people</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {none && ids.length > 0 && (
        <EmptyState icon={UserSearch} title="No one by that name">
          No name in this list holds “{keyword.trim()}”.
        </EmptyState>
      )}
      {none && ids.length === 0 && (
        <EmptyState
          icon={UsersRound}
          title={empty[list].title}
          action={
            <ButtonLink to="/find" variant="primary">
              Find Colleagues
            </ButtonLink>
          }
        >
          {empty[list].text}
        </EmptyState>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={end} />
      {found.length > 0 && status === 'ready' && cursor === null && !keyword.trim() && <ListEnd>{ended[list]}</ListEnd>}
    </>
  );
}
