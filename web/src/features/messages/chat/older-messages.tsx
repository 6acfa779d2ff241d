import { Button } from '#ui/buttons/button.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import type { Thread } from '../state/message-state.ts';
import styles from './thread.module.css';

/** Above the first message that is held: that there are more, that they could not be read, or that there are none. */
export function OlderMessages({ thread, onRetry }: { thread: Thread; onRetry: () => void }) {
  if (thread.older === 'failed') {
    return (
      <p className={styles.older}>
        Older messages could not be read.{' '}
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </p>
    );
  }
  if (thread.cursor !== null) {
    return (
      <div className={styles.older}>
        {thread.older === 'loading' && <LoadingNote>Loading older messages</LoadingNote>}
        <Skeleton shape="text" lines={2} />
      </div>
    );
  }
  return <p className={styles.older}>This is where your chat begins.</p>;
}
