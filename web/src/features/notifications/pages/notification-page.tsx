import type { Notification } from '@afterhours/contract/notifications';
import BellOff from 'lucide-react/icons/bell-off';
import { useEffect } from 'react';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Columns } from '#ui/shell/columns.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/skeleton.tsx';
import { NotificationRow } from '../components/notification-row.tsx';
import { groupByDay } from '../days.ts';
import { loadNotifications, markAllRead } from '../notification-commands.ts';
import { selectNotifications } from '../notification-slice.ts';
import styles from './notification-page.module.css';

function Section({ title, notifications }: { title: string; notifications: Notification[] }) {
  if (notifications.length === 0) return null;
  return (
    <Card padded={false} aria-label={title} className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {groupByDay(notifications).map((day) => (
        <section key={day.label} aria-label={day.label}>
          <h3 className={styles.day}>{day.label}</h3>
          <ul>
            {day.notifications.map((notification) => (
              <NotificationRow key={notification._id} notification={notification} />
            ))}
          </ul>
        </section>
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

export function NotificationPage() {
  const dispatch = useAppDispatch();
  const { notifications, totalLatestCount, cursor, status, errorMessage } = useAppSelector(selectNotifications);
  useEffect(() => {
    void dispatch(loadNotifications(true));
  }, [dispatch]);
  const all = notifications.ids.map((id) => notifications.entities[id]).filter((one) => one !== undefined);
  const more = () => void dispatch(loadNotifications(all.length === 0));
  return (
    <Columns left={<OwnCard />}>
      <title>{`${totalLatestCount > 0 ? `(${totalLatestCount}) ` : ''}Notifications · Afterhours`}</title>
      <div className={styles.head}>
        <h1>Notifications</h1>
        {totalLatestCount > 0 && (
          <Button variant="quiet" size="small" onClick={() => void dispatch(markAllRead())}>
            Mark all as read
          </Button>
        )}
      </div>
      <Section title="Unread" notifications={all.filter((one) => !one.read)} />
      <Section title="Earlier" notifications={all.filter((one) => one.read)} />
      {status === 'loading' && all.length === 0 && <Waiting />}
      {status === 'failed' && <ErrorState message={errorMessage ?? ''} onRetry={more} />}
      {status === 'ready' && all.length === 0 && (
        <Card>
          <EmptyState icon={BellOff} title="Nothing new">
            Likes, comments and follows of yours are told here as they happen.
          </EmptyState>
        </Card>
      )}
      {cursor !== null && status !== 'failed' && (
        <Button wide loading={status === 'loading'} onClick={more}>
          See more
        </Button>
      )}
    </Columns>
  );
}
