import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '#ui/layout/tabs.tsx';
import { RecentPosts } from './recent-posts.tsx';

const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'posts', label: 'Recent posts' },
] as const;

type ProfileTabsProps = {
  /** Whose posts. */
  userId: string;
  /** What stands in the first tab. */
  children: ReactNode;
};

/** Who somebody is, and what they post. The tab is in the address: a reload and going back find it again. */
export function ProfileTabs({ userId, children }: ProfileTabsProps) {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'profile';
  const change = (id: (typeof tabs)[number]['id']) =>
    setSearch(id === 'profile' ? {} : { tab: id }, { replace: true, preventScrollReset: true });
  return (
    <Tabs label="Profile" tabs={tabs} value={tab} onChange={change}>
      {tab === 'profile' ? children : <RecentPosts userId={userId} />}
    </Tabs>
  );
}
