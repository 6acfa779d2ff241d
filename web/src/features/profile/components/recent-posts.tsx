import { useSearchParams } from 'react-router';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { MemberPosts } from '#features/activities/components/member-posts.tsx';
import { PostList } from '#features/feed/components/post-list.tsx';
import type { FeedQuery, ReadableList } from '#features/feed/feed-commands.ts';
import { useReloadOnShow } from '#features/feed/use-reload-on-show.ts';
import { HashtagPanel, hashtagPanelTitle } from '#features/hashtags/components/hashtag-panel.tsx';
import { HashtagSheet } from '#features/hashtags/components/hashtag-sheet.tsx';
import { parseTags, toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ToggleChip } from '#ui/buttons/toggle-chip.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import styles from './recent-posts.module.css';

const orders = [
  { id: 'profilePosts', label: 'Popular' },
  { id: 'profileTopRatedPosts', label: 'Top Rated' },
] as const satisfies readonly { id: ReadableList; label: string }[];

type Order = (typeof orders)[number]['id'];

function Posts({ list, query, mine }: { list: Order; query: FeedQuery; mine: boolean }) {
  useReloadOnShow(list, query);
  const filtered = query.hashtag !== undefined;
  const nothing = mine ? 'Your posts will appear here.' : 'This member has not posted anything yet.';
  return (
    <PostList
      list={list}
      query={query}
      empty={{
        text: filtered ? 'Nothing with the chosen hashtags.' : nothing,
        action: mine && !filtered && (
          <ButtonLink to="/home" state={{ compose: true }} variant="primary">
            Write a post
          </ButtonLink>
        ),
      }}
    />
  );
}

/** A member's posts by how much is talked about them or how they are rated, filtered by hashtags; order and filter are in the address. */
function OrderedPosts({ userId }: { userId: string }) {
  const [search, setSearch] = useSearchParams();
  const mine = useAppSelector(selectOwnUser)?._id === userId;
  const order: Order = search.get('order') === 'rated' ? 'profileTopRatedPosts' : 'profilePosts';
  const tags = parseTags(search.get('hashtag') ?? '');
  const change = (name: 'order' | 'hashtag', value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const filter = (list: string) => change('hashtag', list);
  const query = { userId, ...(tags.length > 0 ? { hashtag: tags.join(',') } : {}) };
  return (
    <div className={styles.columns}>
      <Card title={t(hashtagPanelTitle)} className={styles.side}>
        <HashtagPanel chosen={tags} onChange={filter} />
      </Card>
      <div className={styles.posts}>
        <Tabs
          label="Order of the posts"
          tabs={orders}
          value={order}
          onChange={(id) => change('order', id === 'profilePosts' ? '' : 'rated')}
        >
          <div className={styles.filter}>
            <HashtagSheet chosen={tags} onChange={filter} className={styles.sheet} />
            {tags.map((tag) => (
              <ToggleChip
                key={tag}
                pressed
                onClick={() => filter(toggleTag(tags, tag))}
                aria-label={`Filter by #${tag}`}
              >
                <bdi>#{tag}</bdi>
              </ToggleChip>
            ))}
          </div>
          <Posts key={order} list={order} query={query} mine={mine} />
        </Tabs>
      </div>
    </div>
  );
}

/** What a member posts. Guests, who have no feed, see it newest first. */
export function RecentPosts({ userId }: { userId: string }) {
  return useAppSelector(selectIsLoggedIn) ? <OrderedPosts userId={userId} /> : <MemberPosts userId={userId} />;
}
