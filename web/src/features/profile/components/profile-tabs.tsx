import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { profileTexts } from '../profile-texts.ts';
import { RecentPosts } from './recent-posts.tsx';

const texts = defineMessages('profile.tabs', {
  posts: 'Recent posts',
});

const tabs = [
  { id: 'profile', label: profileTexts.profile },
  { id: 'posts', label: texts.posts },
] as const;

type ProfileTabsProps = {
  /** The author of the posts. */
  userId: string;
  /** The content of the first tab. */
  children: ReactNode;
};

/** A member's profile and posts. The tab is in the URL, so that it survives a reload and going back. */
export function ProfileTabs({ userId, children }: ProfileTabsProps) {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'profile';
  const change = (id: (typeof tabs)[number]['id']) =>
    setSearch(id === 'profile' ? {} : { tab: id }, { replace: true, preventScrollReset: true });
  return (
    <Tabs
      label={t(profileTexts.profile)}
      tabs={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
      value={tab}
      onChange={change}
    >
      {tab === 'profile' ? children : <RecentPosts userId={userId} />}
    </Tabs>
  );
}
