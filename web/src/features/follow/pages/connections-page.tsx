import { defineMessages } from '@afterhours/contract/base/message';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type FollowListName, followingsTidied } from '#entities/people/follow-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { ConnectionPeople } from '#features/connections/components/connection-people.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { FollowPeople } from '../components/follow-people.tsx';
import { followTexts } from '../follow-texts.ts';
import { useFollowList } from '../use-follow-list.ts';

const texts = defineMessages('follow.page', {
  title: 'Connections',
});

/** The tabs in order, with their ids in the address. */
const tabs = [
  { id: 'connections', label: texts.title },
  { id: 'following', label: followTexts.following },
  { id: 'followers', label: followTexts.followers },
] as const;
type TabId = (typeof tabs)[number]['id'];

const listOf = { following: 'followings', followers: 'followers' } as const satisfies Partial<
  Record<TabId, FollowListName>
>;

/** Returns the count for each tab. Until a list is loaded, it comes from the member's account. */
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

/**
 * Connections, followed members and followers, with exact counts. `side` holds panels of other features, passed in by
 * the router.
 */
export function ConnectionsPage({ side }: { side: ReactNode }) {
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'connections';
  const counts = useCounts();
  useEffect(() => void dispatch(followingsTidied()), [dispatch]);
  const counted = tabs.map(({ id, label }) => {
    const count = counts[id];
    return { id, label: t(label), total: count === undefined ? undefined : formatCount(count) };
  });
  return (
    <Columns left={<OwnCard />} right={side}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      <Tabs
        label={t(texts.title)}
        tabs={counted}
        value={tab}
        onChange={(id) =>
          setSearch(id === 'connections' ? {} : { tab: id }, { replace: true, preventScrollReset: true })
        }
      >
        {tab === 'connections' ? <ConnectionPeople /> : <FollowPeople key={tab} list={listOf[tab]} />}
      </Tabs>
    </Columns>
  );
}
