import Bell from 'lucide-react/icons/bell';
import Compass from 'lucide-react/icons/compass';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { PersonSkeleton, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Footer } from '#ui/layout/footer.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Menu } from '#ui/menus/menu.tsx';
import { AppShell } from '#ui/shell/app-shell.tsx';
import { BottomBar } from '#ui/shell/bottom-bar.tsx';
import type { NavItem } from '#ui/shell/nav-item.ts';
import { TopBar } from '#ui/shell/top-bar.tsx';

const items: NavItem[] = [
  { label: 'Explore', to: '/dev/ui', icon: Compass },
  { label: 'My Network', to: '/mynetwork', icon: Users },
  { label: 'Messages', to: '/Messages', icon: Mail, count: 3 },
  { label: 'Notifications', to: '/Notification', icon: Bell, count: 120 },
];
const tabs = [
  { id: 'popular', label: 'Popular' },
  { id: 'top', label: 'Top Rated' },
] as const;

function Account() {
  return (
    <Menu
      label="Your account"
      header={<strong>Ada Lovelace</strong>}
      items={[
        { label: 'View Profile', to: '/Profile', icon: UserRound },
        { label: 'Logout', to: '/', icon: LogOut, separated: true },
      ]}
      renderTrigger={({ ref, ...props }) => (
        <button ref={ref} type="button" aria-label="Your account" {...props}>
          <Avatar name="Ada" />
        </button>
      )}
    />
  );
}

/** The layout of the signed-in pages, around skeletons. */
export function ShellPreview() {
  const [tab, setTab] = useState<'popular' | 'top'>('popular');
  const [searches, setSearches] = useState<string[]>(['letterpress', 'ceramics']);
  const search = { recent: searches, onSearch: (keyword: string) => setSearches([keyword, ...searches].slice(0, 5)) };
  return (
    <AppShell
      topBar={<TopBar home="/home" items={items} search={search} account={<Account />} />}
      bottomBar={<BottomBar items={[...items, { label: 'Me', to: '/Profile', icon: UserRound }]} />}
      footer={
        <Footer
          links={[
            { label: 'Home', to: '/home' },
            { label: 'Terms', to: '/terms-condition' },
          ]}
        />
      }
    >
      <Columns
        left={
          <Card title="Ada Lovelace">
            <PersonSkeleton />
          </Card>
        }
        right={
          <Card title="People you may know:">
            <PersonSkeleton />
            <PersonSkeleton />
          </Card>
        }
      >
        <h1>Explore</h1>
        <Tabs label="Order" tabs={tabs} value={tab} onChange={setTab}>
          <PostSkeleton media />
        </Tabs>
        <PostSkeleton />
      </Columns>
    </AppShell>
  );
}
