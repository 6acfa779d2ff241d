import Bookmark from 'lucide-react/icons/bookmark';
import { useRef, useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { createCardWindow } from '#features/feed/card-window.ts';
import { PostSlot } from '#features/feed/components/post-slot.tsx';
import { focusSlot } from '#features/feed/post-slots.ts';
import { usePostKeys } from '#features/feed/use-post-keys.ts';
import { pageTitle } from '#lib/browser/site.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { useBookmarks } from '../use-bookmarks.ts';
import styles from './bookmarks-page.module.css';

/** As many as one page brings. */
const EAGER = 10;

function NothingKept() {
  return (
    <Card>
      <EmptyState
        icon={Bookmark}
        title="No bookmarks yet"
        action={
          <ButtonLink to="/home" variant="primary">
            Go to the feed
          </ButtonLink>
        }
      >
        Posts you bookmark appear here, the newest bookmark first.
      </EmptyState>
    </Card>
  );
}

/** The posts I keep, newest bookmark first. */
export function BookmarksPage() {
  const { kept, cursor, status, message, more, retry } = useBookmarks();
  const list = useRef<HTMLDivElement>(null);
  const [cards] = useState(createCardWindow);
  usePostKeys(list);
  useRowFocus(list, kept, { focusRow: focusSlot });
  const end = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  // Read again behind what is shown: only a list with nothing in it, or its end, shows that it is being read.
  const waiting = loading && (kept.length === 0 || cursor !== null);
  return (
    <Columns left={<OwnCard />}>
      <title>{pageTitle('Bookmarks')}</title>
      <h1>Bookmarks</h1>
      <div ref={list} className={styles.list} aria-busy={loading}>
        {kept.map((id, at) => (
          <PostSlot key={id} id={id} priority={at === 0} eager={at < EAGER} cards={cards} />
        ))}
        {waiting && (
          <>
            <LoadingNote>Loading bookmarks</LoadingNote>
            <PostSkeleton />
          </>
        )}
        <div ref={end} />
      </div>
      {status === 'ready' && kept.length === 0 && cursor === null && <NothingKept />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
    </Columns>
  );
}
