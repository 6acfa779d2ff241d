import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { selectNeedsVerifying } from '#features/account/auth-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SidePanels } from '#features/people/components/side-panels.tsx';
import { selectTypeFilter, typeFilterSet } from '#features/posts/posts-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ToggleChip } from '#ui/toggle-chip.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { ComposeEntry } from '../components/compose-entry.tsx';
import { FeedSide } from '../components/feed-side.tsx';
import { PostList } from '../components/post-list.tsx';
import type { ReadableList } from '../feed-commands.ts';
import { useComposer } from '../use-composer.ts';
import styles from './home-page.module.css';

const Composer = lazy(() =>
  import('#features/posts/components/composer.tsx').then((module) => ({ default: module.Composer })),
);

const tabs = [
  { id: 'posts', label: 'Popular' },
  { id: 'topRatedPosts', label: 'Top Rated' },
  { id: 'latestPosts', label: 'Latest' },
] as const satisfies readonly { id: ReadableList; label: string }[];

const types = [
  ['', 'All'],
  ['general', 'Posts'],
  ['job', 'Jobs'],
  ['webinar', 'Webinars'],
] as const;

/** Which posts are shown: by type, and by the hashtag in the address. */
function FeedFilter({ hashtag, onClear }: { hashtag: string; onClear: () => void }) {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectTypeFilter);
  return (
    <div className={styles.filter}>
      {types.map(([type, label]) => (
        <button
          key={type}
          type="button"
          aria-pressed={chosen === type}
          className={styles.type}
          onClick={() => dispatch(typeFilterSet(type))}
        >
          {label}
        </button>
      ))}
      {hashtag && (
        <ToggleChip pressed onClick={onClear} aria-label={`Show all, not only #${hashtag}`}>
          #{hashtag}
        </ToggleChip>
      )}
    </div>
  );
}

function VerifyBanner() {
  const needed = useAppSelector(selectNeedsVerifying);
  if (!needed) return null;
  return (
    <Banner tone="lamp" action={<TextLink to="/verify">Enter the code</TextLink>}>
      Confirm your e-mail
    </Banner>
  );
}

export function HomePage() {
  const [search, setSearch] = useSearchParams();
  const composer = useComposer();
  const postType = useAppSelector(selectTypeFilter);
  const hashtag = search.get('hashtag') ?? '';
  // In the address, so that going back finds the list that was left.
  const tab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'posts';
  const change = (name: 'tab' | 'hashtag', value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const query = { ...(postType ? { postType } : {}), ...(hashtag ? { hashtag } : {}) };
  return (
    <Columns left={<OwnCard />} right={<SidePanels popular foot={<FeedSide />} />}>
      <title>Explore · Afterhours</title>
      <VisuallyHidden role="heading" aria-level={1}>
        Explore
      </VisuallyHidden>
      <VerifyBanner />
      <ComposeEntry onOpen={composer.show} />
      <Tabs
        label="Order of the feed"
        tabs={tabs}
        value={tab}
        onChange={(id) => change('tab', id === 'posts' ? '' : id)}
      >
        <FeedFilter hashtag={hashtag} onClear={() => change('hashtag', '')} />
        <PostList
          key={tab}
          list={tab}
          query={query}
          empty={{
            text: 'What members post stands here.',
            action: (
              <Button variant="primary" onClick={composer.show}>
                Write a post
              </Button>
            ),
          }}
        />
      </Tabs>
      <Suspense fallback={null}>{composer.used && <Composer open={composer.open} onClose={composer.hide} />}</Suspense>
    </Columns>
  );
}
