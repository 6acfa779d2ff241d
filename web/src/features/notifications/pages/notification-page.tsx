import { defineMessages } from '@afterhours/contract/base/message';
import { notificationGroups } from '@afterhours/contract/constants/notifications';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import BellOff from 'lucide-react/icons/bell-off';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { Sidebar } from '#features/sidebar/components/sidebar.tsx';
import { focusArrival } from '#lib/focus/focus-arrival.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { type AppStore, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PeopleSkeleton, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { cx } from '#ui/text/cx.ts';
import { PageTitle } from '#ui/text/page-title.tsx';
import { NotificationFilter, toKind } from '../components/notification-filter.tsx';
import { NotificationRow } from '../components/notification-row.tsx';
import { groupByDay } from '../days.ts';
import { loadNotifications, markAllRead } from '../notification-commands.ts';
import { type ListKind, selectListOutdated, selectNotifications, selectUnread } from '../notification-slice.ts';
import styles from './notification-page.module.css';

const texts = defineMessages('notifications.page', {
  title: 'Notifications',
  titleCount: '({count}) Notifications',
  markAll: 'Mark all as read',
  unread: 'Unread',
  earlier: 'Earlier',
  none: 'Nothing new',
  noneHint: 'Likes, comments, follows and invitations will appear here as they happen.',
  noneOfKind: 'Nothing of this kind yet',
  showAll: 'Show all',
  all: 'You’re all caught up.',
});

function Section({ title, notifications }: { title: string; notifications: Notification[] }) {
  if (notifications.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {groupByDay(notifications).map((day) => (
        <div key={day.label}>
          <h3 className={styles.day}>{day.label}</h3>
          <ul>
            {day.notifications.map((notification) => (
              <NotificationRow key={notification._id} notification={notification} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The placeholder of the headings above the first rows. */
function FirstHeadings() {
  return (
    <>
      <div className={styles.title}>
        <Skeleton shape="heading" />
      </div>
      <div className={cx(styles.day, styles.first)}>
        <Skeleton shape="meta" />
      </div>
    </>
  );
}

function Waiting({ first }: { first: boolean }) {
  return (
    <Card>
      <LoadingNote />
      {first && <FirstHeadings />}
      <PeopleSkeleton />
    </Card>
  );
}

function Nothing({ kind, onAll }: { kind: ListKind; onAll: () => void }) {
  return (
    <Card>
      {kind === null ? (
        <EmptyState icon={BellOff} title={t(texts.none)}>
          {t(texts.noneHint)}
        </EmptyState>
      ) : (
        <EmptyState
          icon={BellOff}
          title={t(texts.noneOfKind)}
          action={
            <Button ref={focusArrival} onClick={onAll}>
              {t(texts.showAll)}
            </Button>
          }
        />
      )}
    </Card>
  );
}

/** The kind that the URL names. */
function useKind() {
  const [search, setSearch] = useSearchParams();
  const choose = (kind: ListKind) => setSearch(kind ? { kind } : {}, { replace: true, preventScrollReset: true });
  return { kind: toKind(search.get('kind')), choose };
}

/** The shown notifications, unread ones first, without those that are being deleted. */
function useShown(kind: ListKind) {
  const { notifications, hidden, kind: listed, ...loaded } = useAppSelector(selectNotifications);
  const unreadCount = useAppSelector(selectUnread);
  const all = notifications.ids.flatMap((id) => {
    const one = notifications.entities[id];
    // Hides live arrivals of another kind, and everything while another kind is still listed.
    const isListed = listed === kind && (kind === null || notificationGroups[kind].some((type) => type === one?.type));
    return one && isListed && !(id in hidden) ? [one] : [];
  });
  const unread = all.filter((one) => !one.read);
  const earlier = all.filter((one) => one.read);
  // The list of the chosen kind is about to load.
  const waiting = listed === kind ? {} : { status: 'loading' as const, cursor: null };
  return { ...loaded, ...waiting, unreadCount, unread, earlier, none: all.length === 0 };
}

/** When the list was loaded ahead of the first render. The first render may still be of another page. */
let preparedAt = Number.NEGATIVE_INFINITY;
const PREPARED_MS = 10_000;

const prepare = async ({ dispatch }: AppStore) => {
  if (location.search !== '') return;
  preparedAt = performance.now();
  await dispatch(loadNotifications(true, null));
};

/** Loads the list whenever the page is opened, another kind is chosen, or the list is outdated. */
function useFreshList(kind: ListKind): void {
  const dispatch = useAppDispatch();
  const isOutdated = useAppSelector(selectListOutdated);
  useEffect(() => {
    const isPrepared = performance.now() - preparedAt < PREPARED_MS && kind === null;
    if (!isPrepared) void dispatch(loadNotifications(true, kind));
    preparedAt = Number.NEGATIVE_INFINITY;
  }, [dispatch, kind]);
  useEffect(() => {
    if (isOutdated) void dispatch(loadNotifications(true));
  }, [dispatch, isOutdated]);
}

/** The member's notifications: unread and earlier ones, by day. */
function Notifications() {
  const dispatch = useAppDispatch();
  const { kind, choose } = useKind();
  const { unreadCount, unread, earlier, none, cursor, status, errorMessage } = useShown(kind);
  useFreshList(kind);
  const more = useCallback(() => void dispatch(loadNotifications(false)), [dispatch]);
  const foot = useEndInSight(more, status === 'ready' && cursor);
  const list = useRef<HTMLDivElement>(null);
  useRowFocus(
    list,
    [...unread, ...earlier].map(({ _id }) => _id),
    // Hundreds of unread ones may be above those that are read.
    { inPlace: true },
  );
  const markAll = () => {
    // The button disappears when nothing is unread, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
    void dispatch(markAllRead());
  };
  return (
    <Columns plain left={<OwnCard />} right={<Sidebar invitations followers={false} />}>
      <PageTitle>{unreadCount > 0 ? t(texts.titleCount, { count: unreadCount }) : t(texts.title)}</PageTitle>
      <div className={styles.head}>
        <h1>{t(texts.title)}</h1>
        {unreadCount > 0 && (
          <Button variant="quiet" size="small" onClick={markAll}>
            {t(texts.markAll)}
          </Button>
        )}
      </div>
      <NotificationFilter kind={kind} onKind={choose} />
      <div ref={list} className={styles.sections}>
        <Section title={t(texts.unread)} notifications={unread} />
        <Section title={t(texts.earlier)} notifications={earlier} />
      </div>
      {(status === 'loading' || status === 'idle') && (none || cursor !== null) && <Waiting first={none} />}
      {status === 'failed' && (
        <ErrorState
          message={errorMessage ?? ''}
          onRetry={() => void dispatch(loadNotifications(none || cursor === null))}
        />
      )}
      {status === 'ready' && none && cursor === null && <Nothing kind={kind} onAll={() => choose(null)} />}
      <div ref={foot} />
      {status === 'ready' && !none && cursor === null && <ListEnd>{t(texts.all)}</ListEnd>}
    </Columns>
  );
}

export const NotificationPage = Object.assign(Notifications, { prepare });
