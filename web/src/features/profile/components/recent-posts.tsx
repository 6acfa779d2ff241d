import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { useSearchParams } from 'react-router';
import { selectIsLoggedIn, selectOwnUser } from '#features/account/auth-slice.ts';
import { MemberPosts } from '#features/activities/components/member-posts.tsx';
import { PostList } from '#features/feed/components/post-list.tsx';
import type { FeedQuery, LoadableList } from '#features/feed/feed-commands.ts';
import { useReloadOnShow } from '#features/feed/use-reload-on-show.ts';
import { HashtagPanel, hashtagPanelTitle } from '#features/hashtags/components/hashtag-panel.tsx';
import { HashtagSheet } from '#features/hashtags/components/hashtag-sheet.tsx';
import { parseTags, toggleTag } from '#features/hashtags/hashtag-filter.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { ToggleChip } from '#ui/chips/toggle-chip.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import styles from './recent-posts.module.css';

const texts = defineMessages('profile.posts', {
  popular: 'Popular',
  topRated: 'Top Rated',
  order: 'Order of the posts',
  filterBy: 'Filter by #{tag}',
  noneMine: 'Your posts will appear here.',
  none: 'This member has not posted anything yet.',
  noneTagged: 'No posts with the chosen hashtags.',
  write: 'Write a post',
});

const orders = [
  { id: 'profilePosts', label: texts.popular },
  { id: 'profileTopRatedPosts', label: texts.topRated },
] as const satisfies readonly { id: LoadableList; label: MessageDescriptor }[];

type Order = (typeof orders)[number]['id'];

function Posts({ list, query, mine }: { list: Order; query: FeedQuery; mine: boolean }) {
  useReloadOnShow(list, query);
  const filtered = query.hashtag !== undefined;
  const nothing = t(mine ? texts.noneMine : texts.none);
  return (
    <PostList
      list={list}
      query={query}
      empty={{
        text: filtered ? t(texts.noneTagged) : nothing,
        action: mine && !filtered && (
          <ButtonLink to="/home" state={{ compose: true }} variant="primary">
            {t(texts.write)}
          </ButtonLink>
        ),
      }}
    />
  );
}

/** The order and the hashtags of the posts, which are in the URL. */
function useChoices() {
  const [search, setSearch] = useSearchParams();
  const order: Order = search.get('order') === 'rated' ? 'profileTopRatedPosts' : 'profilePosts';
  const tags = parseTags(search.get('hashtag') ?? '');
  const change = (name: 'order' | 'hashtag', value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { order, tags, change, filter: (list: string) => change('hashtag', list) };
}

type FilterProps = { tags: readonly string[]; onFilter: (list: string) => void };

/** The chosen hashtags. */
function Filter({ tags, onFilter }: FilterProps) {
  if (tags.length === 0) return null;
  return (
    <div className={styles.filter}>
      {tags.map((tag) => (
        <ToggleChip
          key={tag}
          pressed
          onClick={() => onFilter(toggleTag(tags, tag))}
          aria-label={t(texts.filterBy, { tag })}
        >
          <bdi>#{tag}</bdi>
        </ToggleChip>
      ))}
    </div>
  );
}

/** A member's posts by popularity or rating, filtered by hashtags. */
function OrderedPosts({ userId }: { userId: string }) {
  const mine = useAppSelector(selectOwnUser)?._id === userId;
  const { order, tags, change, filter } = useChoices();
  const query = { userId, ...(tags.length > 0 ? { hashtag: tags.join(',') } : {}) };
  return (
    <div className={styles.columns}>
      <Card title={t(hashtagPanelTitle)} className={styles.side}>
        <HashtagPanel chosen={tags} onChange={filter} />
      </Card>
      <div className={styles.posts}>
        <Tabs
          label={t(texts.order)}
          tabs={orders.map(({ id, label }) => ({ id, label: t(label) }))}
          value={order}
          onChange={(id) => change('order', id === 'profilePosts' ? '' : 'rated')}
          aside={<HashtagSheet chosen={tags} onChange={filter} className={styles.sheet} />}
        >
          <Filter tags={tags} onFilter={filter} />
          <Posts key={order} list={order} query={query} mine={mine} />
        </Tabs>
      </div>
    </div>
  );
}

/** A member's posts. Guests see them newest first. */
export function RecentPosts({ userId }: { userId: string }) {
  return useAppSelector(selectIsLoggedIn) ? <OrderedPosts userId={userId} /> : <MemberPosts userId={userId} />;
}
