import { defineMessages } from '@afterhours/contract/base/message';
import type { ScheduledPost } from '@afterhours/contract/scheduled-posts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useEffect, useRef, useState } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
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
  noneWhy: 'Write a post and choose “Schedule…” to publish it later.',
  write: 'Write a post',
  loading: 'Loading scheduled posts',
  end: 'That’s all your scheduled posts.',
});

const byTime = (one: ScheduledPost, other: ScheduledPost): number =>
  one.publishAt === other.publishAt ? one._id.localeCompare(other._id) : one.publishAt.localeCompare(other.publishAt);

type Loaded = { posts: ScheduledPost[]; status: 'loading' | 'ready' | 'failed'; message: string };

/** The scheduled posts, soonest first, with the changes made here since they were loaded. */
function useScheduled() {
  const [{ posts, status, message }, setLoaded] = useState<Loaded>({ posts: [], status: 'loading', message: '' });
  const shown = useRef(true);
  const load = async () => {
    const answer = await loadScheduled();
    if (!shown.current) return;
    if (answer.ok) setLoaded({ posts: answer.body, status: 'ready', message: '' });
    else setLoaded({ posts: [], status: 'failed', message: answer.message });
  };
  const first = useRef(load);
  useEffect(() => {
    shown.current = true;
    void first.current();
    return () => {
      shown.current = false;
    };
  }, []);
  const setPosts = (next: (present: ScheduledPost[]) => ScheduledPost[]) =>
    setLoaded((present) => ({ ...present, posts: next(present.posts) }));
  const change = (post: ScheduledPost) =>
    setPosts((present) => present.map((each) => (each._id === post._id ? post : each)));
  const remove = (id: string) => setPosts((present) => present.filter(({ _id }) => _id !== id));
  const retry = () => {
    setLoaded({ posts: [], status: 'loading', message: '' });
    void load();
  };
  return { posts: posts.toSorted(byTime), status, message, change, remove, retry };
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
  const { posts, status, message, retry, remove, change } = useScheduled();
  const [zone] = useState(() => zoneName(new Date()));
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    posts.map(({ _id }) => _id),
  );
  const empty = posts.length === 0;
  return (
    <Columns plain left={<OwnCard />}>
      <title>{pageTitle(t(scheduledTexts.page))}</title>
      <h1>{t(scheduledTexts.page)}</h1>
      <Card>
        {(status !== 'ready' || !empty) && <p className={styles.quiet}>{t(texts.hint, { zone })}</p>}
        <ul ref={list} className={styles.rows} aria-busy={status === 'loading'}>
          {posts.map((post) => (
            <ScheduledRow key={post._id} post={post} onChanged={change} onGone={remove} />
          ))}
        </ul>
        {status === 'loading' && (
          <>
            <LoadingNote>{t(texts.loading)}</LoadingNote>
            <Skeleton shape="text" lines={4} />
          </>
        )}
        {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
        {status === 'ready' && empty && <NothingScheduled />}
        {status === 'ready' && !empty && <p className={styles.quiet}>{t(texts.end)}</p>}
      </Card>
    </Columns>
  );
}
