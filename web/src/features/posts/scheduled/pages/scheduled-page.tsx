import { defineMessages } from '@afterhours/contract/base/message';
import type { ScheduledPost } from '@afterhours/contract/scheduled-posts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useRef, useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import styles from '../scheduled.module.css';
import { loadScheduled } from '../scheduled-commands.ts';
import { ScheduledRow } from '../scheduled-row.tsx';
import { scheduledTexts } from '../scheduled-texts.ts';
import { zoneName } from '../when.ts';

const texts = defineMessages('posts.scheduledPage', {
  hint: 'Only you see these posts until they are published. Times are in your time zone: {zone}.',
  none: 'Nothing is scheduled',
  noneWhy: 'Write a post and choose the calendar beside Publish to have it published later.',
  write: 'Write a post',
  loading: 'Loading scheduled posts',
  end: 'These are all your scheduled posts.',
});

const byTime = (one: ScheduledPost, other: ScheduledPost): number =>
  one.publishAt === other.publishAt ? one._id.localeCompare(other._id) : one.publishAt.localeCompare(other.publishAt);

/** The scheduled posts as they were loaded, with what was changed here since, soonest first. */
function useScheduled() {
  const pages = usePages(loadScheduled, ({ _id }) => _id);
  const [changed, setChanged] = useState<Readonly<Record<string, ScheduledPost>>>({});
  const items = pages.items.map((post) => changed[post._id] ?? post).toSorted(byTime);
  const change = (post: ScheduledPost) => setChanged((present) => ({ ...present, [post._id]: post }));
  return { ...pages, items, change };
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

/** The viewer's scheduled posts; those that could not be published come first, because their time has passed. */
export function ScheduledPage() {
  const { items, cursor, status, message, more, remove, change } = useScheduled();
  const [zone] = useState(() => zoneName(new Date()));
  const list = useRef<HTMLUListElement>(null);
  const end = useEndInSight(more, status === 'ready' && cursor);
  useRowFocus(
    list,
    items.map(({ _id }) => _id),
  );
  const empty = items.length === 0;
  return (
    <Columns left={<OwnCard />}>
      <title>{pageTitle(t(scheduledTexts.page))}</title>
      <h1>{t(scheduledTexts.page)}</h1>
      <Card>
        <p className={styles.quiet}>{t(texts.hint, { zone })}</p>
        <ul ref={list} className={styles.rows} aria-busy={status === 'loading'}>
          {items.map((post) => (
            <ScheduledRow key={post._id} post={post} onChanged={change} onGone={remove} />
          ))}
        </ul>
        {status === 'loading' && (
          <>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
            <Skeleton shape="text" lines={4} />
          </>
        )}
        <div ref={end} />
        {status === 'failed' && <ErrorState message={message} onRetry={more} />}
        {status === 'ready' && empty && <NothingScheduled />}
        {status === 'ready' && !empty && cursor === null && <ListEnd>{t(texts.end)}</ListEnd>}
      </Card>
    </Columns>
  );
}
