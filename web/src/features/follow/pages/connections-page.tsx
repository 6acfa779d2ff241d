import UserSearch from 'lucide-react/icons/user-search';
import UsersRound from 'lucide-react/icons/users-round';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { PersonRow } from '#features/people/components/person-row.tsx';
import { selectPeople } from '#features/people/user-slice.ts';
import { formatCount } from '#lib/format.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { useEndInSight } from '#lib/use-end-in-sight.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextField } from '#ui/text-field.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { FollowButton } from '../components/follow-button.tsx';
import { loadFollowList } from '../follow-commands.ts';
import { type FollowListName, followingsTidied } from '../follow-slice.ts';
import { matchesName } from '../matches-name.ts';
import { useFollowList } from '../use-follow-list.ts';
import styles from './connections-page.module.css';

/** The tabs in their order, by what stands for them in the address. */
const tabs = [
  { id: 'following', label: 'Following', list: 'followings' },
  { id: 'followers', label: 'Followers', list: 'followers' },
] as const satisfies readonly { id: string; label: string; list: FollowListName }[];

const empty = {
  followers: { title: "You don't have any follower yet", text: 'Whoever follows you stands here.' },
  followings: {
    title: 'You are not following anybody yet.',
    text: 'What the people you follow post comes to you first.',
  },
} as const;

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

function FollowPeople({ list }: { list: FollowListName }) {
  const [keyword, setKeyword] = useState('');
  const { ids, found, cursor, status, message, searching, more, retry } = useSearchedList(list, keyword);
  const end = useEndInSight(more, status === 'ready' && cursor !== null);
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
        <EmptyState icon={UserSearch} title="Nobody of that name">
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
    </>
  );
}

/** Whom I follow and who follows me, with the exact numbers. */
export function ConnectionsPage() {
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const lists = { followings: useFollowList('followings'), followers: useFollowList('followers') };
  useEffect(() => void dispatch(followingsTidied()), [dispatch]);
  const me = useAppSelector(selectOwnUser);
  // Until a list is read its number is the one my own record holds.
  const held = { followings: me?.followingsCount, followers: me?.followersCount };
  const counted = tabs.map(({ id, label, list }) => {
    const { status, total, ids } = lists[list];
    const count = status === 'ready' || ids.length > 0 ? total : held[list];
    return { id, label: count === undefined ? label : `${label} · ${formatCount(count)}` };
  });
  return (
    <Columns left={<OwnCard />}>
      <title>Connections · Afterhours</title>
      <h1>Connections</h1>
      <Card>
        <Tabs
          label="Connections"
          tabs={counted}
          value={tab.id}
          onChange={(id) =>
            setSearch(id === tabs[0].id ? {} : { tab: id }, { replace: true, preventScrollReset: true })
          }
        >
          <FollowPeople key={tab.id} list={tab.list} />
        </Tabs>
      </Card>
    </Columns>
  );
}
