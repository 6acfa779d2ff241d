import Ban from 'lucide-react/icons/ban';
import { useRef } from 'react';
import { userImage } from '#lib/image-address.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Time } from '#ui/text/time.tsx';
import { useBlocked } from '../use-blocked.ts';
import styles from './blocked-members.module.css';

/** Whom I have blocked, latest first, and how to end it. */
export function BlockedMembers() {
  const { members, cursor, status, message, busy, more, release } = useBlocked();
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    members.map(({ user }) => user._id),
    { fallback: () => list.current },
  );
  const loading = status === 'loading';
  return (
    <Card title="Blocked members">
      {members.length > 0 && (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-busy={loading}>
          {members.map(({ user, createdAt }) => (
            <li key={user._id} data-row={user._id} className={styles.row}>
              <Avatar name={user.firstName} src={userImage(user.image, 44)} />
              <span className={styles.text}>
                <strong>
                  <bdi>{`${user.firstName} ${user.lastName}`}</bdi>
                </strong>
                <span className={styles.quiet}>
                  Blocked <Time value={createdAt} ago />
                </span>
              </span>
              <Button
                size="small"
                loading={busy === user._id}
                aria-label={`Unblock ${user.firstName} ${user.lastName}`}
                onClick={() => void release(user._id)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
      {loading && (
        <>
          <LoadingNote>Loading blocked members</LoadingNote>
          <PersonSkeleton />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={more} />}
      {status === 'ready' && cursor !== null && (
        <Button variant="quiet" wide onClick={more}>
          Show more
        </Button>
      )}
      {status === 'ready' && cursor === null && members.length === 0 && (
        <EmptyState icon={Ban} title="You haven’t blocked anyone">
          Members you block will appear here. You won’t see each other anywhere.
        </EmptyState>
      )}
    </Card>
  );
}
