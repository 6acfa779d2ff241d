import { OwnCard } from '#features/account/components/own-card.tsx';
import { PostList } from '#features/feed/components/post-list.tsx';
import { useReadAnew } from '#features/feed/use-read-anew.ts';
import { SidePanels } from '#features/people/components/side-panels.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './my-network-page.module.css';

const everything = {};

/** What those I follow or am connected with post, and who else there is. */
export function MyNetworkPage() {
  useReadAnew('networkPosts', everything);
  return (
    <Columns left={<OwnCard />} right={<SidePanels kept />} keep="right">
      <title>My Network · Afterhours</title>
      <div className={styles.head}>
        <h1>My Network</h1>
        <nav aria-label="My Network" className={styles.ways}>
          <TextLink to="/connections">Connections</TextLink>
          <TextLink to="/find">Find Colleagues</TextLink>
        </nav>
      </div>
      <PostList
        list="networkPosts"
        query={everything}
        empty={{
          text: 'What the people you follow post stands here.',
          action: (
            <ButtonLink to="/find" variant="primary">
              Find Colleagues
            </ButtonLink>
          ),
        }}
      />
    </Columns>
  );
}
