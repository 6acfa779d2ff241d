import { useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { PostList } from '#features/feed/components/post-list.tsx';
import { useReadAnew } from '#features/feed/use-read-anew.ts';
import { Panels, useSide } from '#features/side/components/side-panels.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import styles from './my-network-page.module.css';

const everything = {};
const tabs = [
  { id: 'posts', label: 'Posts' },
  { id: 'people', label: 'People' },
] as const;

function NetworkPosts() {
  return (
    <PostList
      list="networkPosts"
      query={everything}
      empty={{
        text: 'Posts from people you follow or are connected with appear here.',
        action: (
          <ButtonLink to="/find" variant="primary">
            Find Colleagues
          </ButtonLink>
        ),
      }}
    />
  );
}

/** On a narrow screen, where the panels have no side to stand in, they are the second tab. */
function NarrowNetwork() {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('posts');
  return (
    <Tabs label="My Network" tabs={tabs} value={tab} onChange={setTab}>
      {tab === 'posts' ? (
        <NetworkPosts />
      ) : (
        <div className={styles.people}>
          <Panels invitations />
        </div>
      )}
    </Tabs>
  );
}

/** What those I follow or am connected with post, and who else there is. */
export function MyNetworkPage() {
  const side = useSide();
  useReadAnew('networkPosts', everything);
  return (
    <Columns left={<OwnCard />} right={side && <Panels invitations />}>
      <title>{pageTitle('My Network')}</title>
      <div className={styles.head}>
        <h1>My Network</h1>
        <nav aria-label="My Network" className={styles.ways}>
          <TextLink to="/connections">Connections</TextLink>
          <TextLink to="/mynetwork/invitaions">Invitations</TextLink>
          <TextLink to="/find">Find Colleagues</TextLink>
        </nav>
      </div>
      {side ? <NetworkPosts /> : <NarrowNetwork />}
    </Columns>
  );
}
