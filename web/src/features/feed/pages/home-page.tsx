import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { PostType } from '@afterhours/contract/posts/posts';
import { useSearchParams } from 'react-router';
import { selectNeedsVerifying } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { Announcement } from '#features/community/components/announcement.tsx';
import { HashtagPanel, hashtagPanelTitle } from '#features/hashtags/components/hashtag-panel.tsx';
import { parseTags } from '#features/hashtags/hashtag-filter.ts';
import { Sidebar, useHasSidebar } from '#features/sidebar/components/sidebar.tsx';
import { type AppStore, useAppSelector } from '#lib/store.ts';
import { joinChoices, t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { ComposeEntry } from '../components/compose-entry.tsx';
import { ChosenTags, FeedFilter, feedTypes } from '../components/feed-filter.tsx';
import { FeedSide } from '../components/feed-side.tsx';
import { IndexableQuestion } from '../components/indexable-question.tsx';
import { NewPosts } from '../components/new-posts.tsx';
import { PostList } from '../components/post-list.tsx';
import { ProfileHint } from '../components/profile-hint.tsx';
import { type LoadableList, loadPostPage } from '../feed-commands.ts';
import { useComposer } from '../use-composer.ts';
import { useHashPost } from '../use-hash-post.ts';

const texts = defineMessages('feed.home', {
  title: 'Explore',
  order: 'Order of the feed',
  popular: 'Popular',
  topRated: 'Top Rated',
  latest: 'Latest',
  confirm: 'Confirm your email',
  enterCode: 'Enter the code',
  none: 'No posts yet. Be the first.',
  noneOfType: 'No {type, select, job {jobs} webinar {webinars} other {posts}} yet.',
  noneTagged: 'No {type, select, job {jobs} webinar {webinars} other {posts}} with {tags} yet.',
  clearFilter: 'Clear filter',
  write: 'Write a post',
});

const Composer = lazyPart(async () => (await import('#features/posts/writing/composer.tsx')).Composer);

const tabs = [
  { id: 'posts', label: texts.popular },
  { id: 'topRatedPosts', label: texts.topRated },
  { id: 'latestPosts', label: texts.latest },
] as const satisfies readonly { id: LoadableList; label: MessageDescriptor }[];

/** Returns, for example, "No jobs with #ceramics or #kiln yet." */
function describeNothing(type: PostType | '', tags: readonly string[]): string {
  if (tags.length === 0) return t(texts.noneOfType, { type });
  return t(texts.noneTagged, { type, tags: joinChoices(tags.map((tag) => `#${tag}`)) });
}

function VerifyBanner() {
  const needed = useAppSelector(selectNeedsVerifying);
  if (!needed) return null;
  return (
    <Banner tone="lamp" action={<TextLink to="/verify">{t(texts.enterCode)}</TextLink>}>
      {t(texts.confirm)}
    </Banner>
  );
}

/** The state of the feed, stored in the address so that Back restores the list. */
function useFeedAddress() {
  const [search, setSearch] = useSearchParams();
  const postType = feedTypes.find(([type]) => type === search.get('type'))?.[0] ?? '';
  const tags = parseTags(search.get('hashtag') ?? '');
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'posts';
  const change = (name: 'tab' | 'type' | 'hashtag', value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const clear = () => setSearch(tab === 'posts' ? {} : { tab }, { replace: true, preventScrollReset: true });
  const query = { ...(postType ? { postType } : {}), ...(tags.length > 0 ? { hashtag: tags.join(',') } : {}) };
  return { postType, tags, tab, query, change, clear };
}

/** The open tab with its filters and posts. */
function Feed({ feed, onWrite }: { feed: ReturnType<typeof useFeedAddress>; onWrite: () => void }) {
  const { postType, tags, tab, query, change, clear } = feed;
  const { first, message } = useHashPost(tab);
  const isFiltered = query.postType !== undefined || query.hashtag !== undefined;
  const clearFilter = <Button onClick={clear}>{t(texts.clearFilter)}</Button>;
  const write = (
    <Button variant="primary" onClick={onWrite}>
      {t(texts.write)}
    </Button>
  );
  return (
    <>
      <ChosenTags tags={tags} onTags={(list) => change('hashtag', list)} />
      {tab !== 'topRatedPosts' && <NewPosts list={tab} query={query} />}
      {message && <ErrorState message={message} />}
      <PostList
        key={tab}
        list={tab}
        query={query}
        first={first}
        empty={
          isFiltered
            ? { text: describeNothing(postType, tags), action: clearFilter }
            : { text: t(texts.none), action: write }
        }
      />
    </>
  );
}

/** Loads the feed in its initial state. */
const prepare = async ({ dispatch }: AppStore) => {
  if (location.search === '') await dispatch(loadPostPage('posts', {}, true));
};

/** The feed in its tabs, with the member's card and panels in the side columns. */
function Home() {
  const composer = useComposer();
  const feed = useFeedAddress();
  // Hashtags are not loaded where their panel is hidden.
  const side = useHasSidebar();
  return (
    <Columns
      left={
        side && (
          <>
            <OwnCard />
            <Card title={t(hashtagPanelTitle)}>
              <HashtagPanel chosen={feed.tags} onChange={(list) => feed.change('hashtag', list)} />
            </Card>
          </>
        )
      }
      right={<Sidebar popular foot={<FeedSide />} />}
    >
      <PageTitle>{t(texts.title)}</PageTitle>
      <VisuallyHidden role="heading" aria-level={1}>
        {t(texts.title)}
      </VisuallyHidden>
      <Announcement />
      <VerifyBanner />
      <ProfileHint otherwise={<IndexableQuestion />} />
      <ComposeEntry onOpen={composer.show} />
      <Tabs
        label={t(texts.order)}
        tabs={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
        value={feed.tab}
        onChange={(id) => feed.change('tab', id === 'posts' ? '' : id)}
        aside={
          <FeedFilter
            type={feed.postType}
            onType={(type) => feed.change('type', type)}
            tags={feed.tags}
            onTags={(list) => feed.change('hashtag', list)}
          />
        }
      >
        <Feed feed={feed} onWrite={composer.show} />
      </Tabs>
      {composer.used && <Composer open={composer.open} beginning={composer.beginning} onClose={composer.hide} />}
    </Columns>
  );
}

export const HomePage = Object.assign(Home, { prepare });
