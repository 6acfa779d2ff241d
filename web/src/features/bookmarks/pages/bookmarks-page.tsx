import { defineMessages } from '@afterhours/contract/base/message';
import Bookmark from 'lucide-react/icons/bookmark';
import { useRef, useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { createCardWindow } from '#features/feed/card-window.ts';
import { PostSlot } from '#features/feed/components/post-slot.tsx';
import { focusSlot } from '#features/feed/post-slots.ts';
import { usePostKeys } from '#features/feed/use-post-keys.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PostSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { useBookmarks } from '../use-bookmarks.ts';

const texts = defineMessages('bookmarks.page', {
  title: 'Bookmarks',
  none: 'No bookmarks yet',
  noneWhy: 'Posts you bookmark will appear here, the newest bookmark first.',
  feed: 'Go to the feed',
  loading: 'Loading bookmarks',
});

/** The number of cards rendered at once, as many as on a page of the list. */
const EAGER = 10;

function NoBookmarks() {
  return (
    <Card>
      <EmptyState
        icon={Bookmark}
        title={t(texts.none)}
        action={
          <ButtonLink to="/home" variant="primary">
            {t(texts.feed)}
          </ButtonLink>
        }
      >
        {t(texts.noneWhy)}
      </EmptyState>
    </Card>
  );
}

/** The viewer's bookmarked posts, newest bookmark first. */
export function BookmarksPage() {
  const { kept, cursor, status, message, more, retry } = useBookmarks();
  const list = useRef<HTMLDivElement>(null);
  const [cards] = useState(createCardWindow);
  usePostKeys(list);
  useRowFocus(list, kept, { focusRow: focusSlot });
  const end = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  // The list reloads in the background: only an empty list, or its end, shows that it is loading.
  const waiting = loading && (kept.length === 0 || cursor !== null);
  return (
    <Columns plain left={<OwnCard />}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <h1>{t(texts.title)}</h1>
      <div ref={list} aria-busy={loading}>
        {kept.map((id, at) => (
          <PostSlot key={id} id={id} priority={at === 0} eager={at < EAGER} cards={cards} />
        ))}
        {waiting && (
          <>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
            <PostSkeleton />
          </>
        )}
        <div ref={end} />
      </div>
      {status === 'ready' && kept.length === 0 && cursor === null && <NoBookmarks />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
    </Columns>
  );
}
