import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type FollowListName, followingsTidied } from '#entities/people/follow-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { ConnectionPeople } from '#features/connections/components/connection-people.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { FollowPeople } from '../components/follow-people.tsx';
import { useFollowList } from '../use-follow-list.ts';

/** The tabs in their order, by what stands for them in the address. */
const tabs = [
  { id: 'connections', label: 'Connections' },
  { id: 'following', label: 'Following' },
  { id: 'followers', label: 'Followers' },
] as const;
type TabId = (typeof tabs)[number]['id'];

const listOf = { following: 'followings', followers: 'followers' } as const satisfies Partial<
  Record<TabId, FollowListName>
>;

/** How many stand in each tab; until a list is read the number is the one my own record holds. */
function useCounts(): Record<TabId, number | undefined> {
  const me = useAppSelector(selectOwnUser);
  const lists = { following: useFollowList('followings'), followers: useFollowList('followers') };
  const countOf = (tab: keyof typeof lists, own: number | undefined) => {
    const { status, total, ids } = lists[tab];
    return status === 'ready' || ids.length > 0 ? total : own;
  };
  return {
    connections: me?.connectionsCount,
    following: countOf('following', me?.followingsCount),
    followers: countOf('followers', me?.followersCount),
  };
}

/** Whom I am connected with, whom I follow and who follows me, with the exact numbers. `side`: the panels of other features, from the router. */
export function ConnectionsPage({ side }: { side: ReactNode }) {
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'connections';
  const counts = useCounts();
  useEffect(() => void dispatch(followingsTidied()), [dispatch]);
  const counted = tabs.map(({ id, label }) => {
    const count = counts[id];
    return { id, label: count === undefined ? label : `${label} · ${formatCount(count)}` };
  });
  return (
    <Columns left={<OwnCard />} right={side}>
      <title>{pageTitle('Connections')}</title>
      <h1>Connections</h1>
      <Card>
        <Tabs
          label="Connections"
          tabs={counted}
          value={tab}
          onChange={(id) =>
            setSearch(id === 'connections' ? {} : { tab: id }, { replace: true, preventScrollReset: true })
          }
        >
          {tab === 'connections' ? <ConnectionPeople /> : <FollowPeople key={tab} list={listOf[tab]} />}
        </Tabs>
      </Card>
    </Columns>
  );
}
