import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { PostList } from '#features/feed/components/post-list.tsx';
import { useReloadOnShow } from '#features/feed/use-reload-on-show.ts';
import { FivePeople } from '#features/people/components/five-people.tsx';
import { SidebarPanels, useHasSidebar } from '#features/sidebar/components/sidebar.tsx';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import styles from './my-network-page.module.css';

const texts = defineMessages('feed.network', {
  title: 'My Network',
  posts: 'Posts',
  people: 'People',
  none: 'Posts from people you follow or are connected with will appear here.',
  newcomer: 'You don’t follow anybody yet. Start with these five:',
  find: 'Find Colleagues',
  connections: 'Connections',
  invitations: 'Invitations',
});

const everything = {};
const tabs = [
  { id: 'posts', label: texts.posts },
  { id: 'people', label: texts.people },
] as const;

/** Suggestions for members who follow nobody. They stay while the member follows them. */
function FirstPeople() {
  return (
    <section aria-labelledby="first-people" className={styles.first}>
      <h2 id="first-people">{t(texts.newcomer)}</h2>
      <FivePeople />
    </section>
  );
}

/**
 * Whether the member has no follows or connections, now or earlier on this page. The stored account may lack the
 * counts.
 */
function useIsNewcomer(): boolean {
  const user = useAppSelector(selectOwnUser);
  const [wasNewcomer, setWasNewcomer] = useState(false);
  const isNewcomer = user !== null && user.followingsCount + user.connectionsCount === 0;
  if (isNewcomer && !wasNewcomer) setWasNewcomer(true);
  return wasNewcomer || isNewcomer;
}

function NetworkPosts({ isNewcomer }: { isNewcomer: boolean }) {
  return (
    <>
      {isNewcomer && <FirstPeople />}
      <PostList
        list="networkPosts"
        query={everything}
        empty={{
          text: t(texts.none),
          action: (
            <ButtonLink to="/find" variant="primary">
              {t(texts.find)}
            </ButtonLink>
          ),
        }}
      />
    </>
  );
}

/** On a narrow screen, without a side column, the panels are in a second tab. */
function NarrowNetwork({ isNewcomer }: { isNewcomer: boolean }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('posts');
  return (
    <Tabs
      label={t(texts.title)}
      tabs={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
      value={tab}
      onChange={setTab}
    >
      {tab === 'posts' ? (
        <NetworkPosts isNewcomer={isNewcomer} />
      ) : (
        <div className={styles.people}>
          <SidebarPanels invitations />
        </div>
      )}
    </Tabs>
  );
}

/** Posts from people whom the viewer follows or is connected with, and suggestions of others. */
export function MyNetworkPage() {
  const side = useHasSidebar();
  const isNewcomer = useIsNewcomer();
  useReloadOnShow('networkPosts', everything);
  return (
    <Columns left={<OwnCard />} right={side && <SidebarPanels invitations people={!isNewcomer} />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <div className={styles.head}>
        <h1>{t(texts.title)}</h1>
        <nav aria-label={t(texts.title)} className={styles.ways}>
          <TextLink to="/connections">{t(texts.connections)}</TextLink>
          <TextLink to="/mynetwork/invitaions">{t(texts.invitations)}</TextLink>
          <TextLink to="/find">{t(texts.find)}</TextLink>
        </nav>
      </div>
      {side ? <NetworkPosts isNewcomer={isNewcomer} /> : <NarrowNetwork isNewcomer={isNewcomer} />}
    </Columns>
  );
}
