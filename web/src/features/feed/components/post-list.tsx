import { defineMessages } from '@afterhours/contract/base/message';
import Newspaper from 'lucide-react/icons/newspaper';
import {
  Fragment,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { selectPostList, selectPostsError } from '#entities/posts/posts-slice.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { createCardWindow } from '../card-window.ts';
import { countReadBefore } from '../count-read-before.ts';
import { type FeedQuery, type LoadableList, loadPostPage } from '../feed-commands.ts';
import { focusSlot } from '../post-slots.ts';
import { useHashTarget } from '../use-hash-target.ts';
import { usePostKeys } from '../use-post-keys.ts';
import { PostSlot } from './post-slot.tsx';

const texts = defineMessages('feed.list', {
  none: 'No Post Found',
  failed: 'The posts could not be loaded.',
  loading: 'Loading posts',
  end: 'You’re all caught up.',
});

type PostListProps = {
  list: LoadableList;
  query: FeedQuery;
  /** A post shown before all others. */
  first?: string | undefined;
  /** Rendered below that post; `others` says whether more posts follow. */
  renderBelow?: ((others: boolean) => ReactNode) | undefined;
  /** Rendered above a post, with the id of the previous one. */
  renderAbove?: ((id: string, before: string | undefined) => ReactNode) | undefined;
  /** The placeholder for what is above the first post, while it is loading. */
  skeletonAbove?: ReactNode;
  /** Shown in place of an empty list; null shows nothing. */
  empty: { text: string; action?: ReactNode } | null;
};

const none: string[] = [];
/** The number of posts on a page. */
const EAGER = 10;
/** How many posts are rendered at a time; those below yield to the member's input. */
const AT_ONCE = 2;

/**
 * Returns how many posts to render, growing a few at a time. A list that the viewer returns to is rendered completely,
 * at its old position.
 */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(() =>
    document.querySelector('#starting') ? Math.max(AT_ONCE, countReadBefore()) : Math.max(AT_ONCE, count),
  );
  useEffect(() => {
    if (drawn < count) startTransition(() => setDrawn(Math.min(drawn + AT_ONCE, count)));
  }, [drawn, count]);
  return drawn;
}

/** Loads the list when it is first shown for this query; a list that is loaded already is shown as it was left. */
function usePostList(list: LoadableList, query: FeedQuery) {
  const dispatch = useAppDispatch();
  const present = useAppSelector((state) => selectPostList(state, list));
  const message = useAppSelector(selectPostsError);
  const wanted = JSON.stringify(query);
  const current = present.query === wanted ? present : { ...present, ids: none, cursor: null, status: 'idle' as const };
  const isIdle = current.status === 'idle';
  // In a layout effect, so that a response that is already available is shown with the first paint.
  useLayoutEffect(() => {
    if (isIdle) void dispatch(loadPostPage(list, JSON.parse(wanted) as FeedQuery, true));
  }, [dispatch, list, wanted, isIdle]);
  const more = useMemo(
    () => () => void dispatch(loadPostPage(list, JSON.parse(wanted) as FeedQuery, false)),
    [dispatch, list, wanted],
  );
  const retry = () => void dispatch(loadPostPage(list, query, current.ids.length === 0));
  return { ...current, message, more, retry };
}

/** A list of posts that loads more when its end comes into view. */
export function PostList({ list, query, first, renderBelow, renderAbove, skeletonAbove, empty }: PostListProps) {
  const { ids, cursor, status, message, more, retry } = usePostList(list, query);
  const posts = useRef<HTMLDivElement>(null);
  const [cards] = useState(createCardWindow);
  usePostKeys(posts);
  const loading = status === 'loading' || status === 'idle';
  const all = useMemo(() => (first ? [first, ...ids.filter((id) => id !== first)] : ids), [first, ids]);
  const shown = all.slice(0, useDrawn(all.length));
  const whole = shown.length === all.length;
  const end = useEndInSight(more, status === 'ready' && whole && cursor);
  useRowFocus(posts, shown, { focusRow: focusSlot });
  useHashTarget(posts, shown);
  // A single post on its own page is not a list.
  const hasEnd = status === 'ready' && whole && cursor === null && !(first && all.length === 1);

  if (shown.length === 0 && status === 'ready') {
    if (!empty) return null;
    return (
      <div data-posts>
        <EmptyState icon={Newspaper} title={t(texts.none)} action={empty.action}>
          {empty.text}
        </EmptyState>
      </div>
    );
  }
  return (
    <div ref={posts} data-posts aria-busy={loading}>
      {shown.map((id, at) => (
        <Fragment key={id}>
          {renderAbove?.(id, shown[at - 1])}
          <PostSlot id={id} priority={at === 0} eager={at < EAGER} cards={cards} />
          {id === first && renderBelow?.(shown.length > 1)}
        </Fragment>
      ))}
      {status === 'failed' && <ErrorState message={message ?? t(texts.failed)} onRetry={retry} />}
      {loading && (
        <>
          <LoadingNote>{t(texts.loading)}</LoadingNote>
          {shown.length === 0 && skeletonAbove}
          <PostSkeleton media={shown.length === 0} />
          {shown.length === 0 && <PostSkeleton />}
        </>
      )}
      <div ref={end} />
      {hasEnd && <ListEnd>{t(texts.end)}</ListEnd>}
    </div>
  );
}
