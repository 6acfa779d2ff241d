import { defineMessages } from '@afterhours/contract/base/message';
import type { Notification } from '@afterhours/contract/notifications';
import BellOff from 'lucide-react/icons/bell-off';
import { useCallback, useEffect, useRef } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { SidePanels } from '#features/side/components/side-panels.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { NotificationRow } from '../components/notification-row.tsx';
import { groupByDay } from '../days.ts';
import { loadNotifications, markAllRead } from '../notification-commands.ts';
import { selectNotifications, selectUnread } from '../notification-slice.ts';
import styles from './notification-page.module.css';

const texts = defineMessages('notifications.page', {
  title: 'Notifications',
  titleCount: '({count}) Notifications',
  markAll: 'Mark all as read',
  unread: 'Unread',
  earlier: 'Earlier',
  none: 'Nothing new',
  noneHint: 'Likes, comments, follows and invitations will appear here as they happen.',
  all: 'You’re all caught up.',
});

function Section({ title, notifications }: { title: string; notifications: Notification[] }) {
  if (notifications.length === 0) return null;
  return (
    <Card padded={false} aria-label={title} className={styles.section}>
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
    </Card>
  );
}

function Waiting() {
  return (
    <Card>
      <LoadingNote />
      <div className={styles.waiting}>
        <PersonSkeleton />
        <PersonSkeleton />
        <PersonSkeleton />
      </div>
    </Card>
  );
}

function Nothing() {
  return (
    <Card>
      <EmptyState icon={BellOff} title={t(texts.none)}>
        {t(texts.noneHint)}
      </EmptyState>
    </Card>
  );
}

/** The shown notifications, unread ones first, without those that are being deleted. */
function useShown() {
  const { notifications, hidden, ...loaded } = useAppSelector(selectNotifications);
  const unreadCount = useAppSelector(selectUnread);
  const all = notifications.ids.flatMap((id) => {
    const one = notifications.entities[id];
    return one && !(id in hidden) ? [one] : [];
  });
  const unread = all.filter((one) => !one.read);
  const earlier = all.filter((one) => one.read);
  return { ...loaded, unreadCount, unread, earlier, none: all.length === 0 };
}

/** The member's notifications: unread and earlier ones, by day. */
export function NotificationPage() {
  const dispatch = useAppDispatch();
  const { unreadCount, unread, earlier, none, cursor, status, errorMessage } = useShown();
  useEffect(() => void dispatch(loadNotifications(true)), [dispatch]);
  const more = useCallback(() => void dispatch(loadNotifications(false)), [dispatch]);
  const foot = useEndInSight(more, status === 'ready' && cursor);
  const list = useRef<HTMLDivElement>(null);
  useRowFocus(
    list,
    [...unread, ...earlier].map(({ _id }) => _id),
  );
  const markAll = () => {
    // The button disappears when nothing is unread.
    document.getElementById('main')?.focus({ preventScroll: true });
    void dispatch(markAllRead());
  };
  return (
    <Columns left={<OwnCard />} right={<SidePanels invitations followers={false} />}>
      <title>{pageTitle(unreadCount > 0 ? t(texts.titleCount, { count: unreadCount }) : t(texts.title))}</title>
      <div className={styles.head}>
        <h1>{t(texts.title)}</h1>
        {unreadCount > 0 && (
          <Button variant="quiet" size="small" onClick={markAll}>
            {t(texts.markAll)}
          </Button>
        )}
      </div>
      <div ref={list} className={styles.sections}>
        <Section title={t(texts.unread)} notifications={unread} />
        <Section title={t(texts.earlier)} notifications={earlier} />
      </div>
      {(status === 'loading' || status === 'idle') && (none || cursor !== null) && <Waiting />}
      {status === 'failed' && (
        <ErrorState
          message={errorMessage ?? ''}
          onRetry={() => void dispatch(loadNotifications(none || cursor === null))}
        />
      )}
      {status === 'ready' && none && cursor === null && <Nothing />}
      <div ref={foot} />
      {status === 'ready' && !none && cursor === null && <ListEnd>{t(texts.all)}</ListEnd>}
    </Columns>
  );
}
