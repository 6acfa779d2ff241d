import { defineMessages } from '@afterhours/contract/base/message';
import type { ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useEffect, useRef, useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';
import { zoneName } from '../publish-times.ts';
import styles from '../scheduled.module.css';
import { onScheduledChanged } from '../scheduled-changes.ts';
import { loadScheduled } from '../scheduled-commands.ts';
import { ScheduledRow } from '../scheduled-row.tsx';
import { scheduledTexts } from '../scheduled-texts.ts';

const texts = defineMessages('posts.scheduledPage', {
  hint: 'Only you see these posts until they are published. Times are in your time zone: {zone}.',
  none: 'Nothing is scheduled',
  noneWhy: 'Write a post and choose “Schedule…” to publish it later.',
  write: 'Write a post',
  loading: 'Loading scheduled posts',
  end: 'That’s all your scheduled posts.',
});

const byTime = (one: ScheduledPost, other: ScheduledPost): number =>
  one.publishAt === other.publishAt ? one._id.localeCompare(other._id) : one.publishAt.localeCompare(other.publishAt);

/**
 * The scheduled posts, soonest first. They are reloaded when one of them changes anywhere. An open dialog stays: they
 * are then reloaded when it is closed.
 */
function useScheduled() {
  const { items, reload, ...pages } = usePages(loadScheduled, ({ _id }) => _id);
  const dialog = useRef({ open: false, changed: false });
  useEffect(() =>
    onScheduledChanged(() => {
      if (dialog.current.open) dialog.current.changed = true;
      else reload();
    }),
  );
  const onDialog = (open: boolean) => {
    if (!open && dialog.current.changed) reload();
    dialog.current = { open, changed: false };
  };
  return { ...pages, posts: items.toSorted(byTime), onDialog };
}

function NothingScheduled() {
  return (
    <EmptyState
      icon={CalendarClock}
      title={t(texts.none)}
      action={
        <ButtonLink to="/home" state={{ compose: true }} variant="primary">
          {t(texts.write)}
        </ButtonLink>
      }
    >
      {t(texts.noneWhy)}
    </EmptyState>
  );
}

/** The viewer's scheduled posts; those that could not be published are first, because their time has passed. */
export function ScheduledPage() {
  const { posts, status, message, more, remove, replace, onDialog } = useScheduled();
  const [zone] = useState(() => zoneName(new Date()));
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    posts.map(({ _id }) => _id),
  );
  const empty = posts.length === 0;
  return (
    <Columns plain left={<OwnCard />}>
      <PageTitle>{t(scheduledTexts.page)}</PageTitle>
      <h1>{t(scheduledTexts.page)}</h1>
      {status === 'ready' && empty ? (
        <NothingScheduled />
      ) : (
        <Card>
          <p className={styles.quiet}>{t(texts.hint, { zone })}</p>
          <ul ref={list} className={styles.rows} aria-busy={status === 'loading'}>
            {posts.map((post) => (
              <ScheduledRow key={post._id} post={post} onDialog={onDialog} onChanged={replace} onGone={remove} />
            ))}
          </ul>
          {status === 'loading' && (
            <>
              <LoadingNote>{t(texts.loading)}</LoadingNote>
              <Skeleton shape="text" lines={4} />
            </>
          )}
          {status === 'failed' && <ErrorState message={message} onRetry={more} />}
          {status === 'ready' && <p className={styles.quiet}>{t(texts.end)}</p>}
        </Card>
      )}
    </Columns>
  );
}
