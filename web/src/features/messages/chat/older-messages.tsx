import { defineMessages } from '@afterhours/contract/base/message';
import { focusArrival } from '#lib/focus/focus-arrival.ts';
import { useFailed } from '#lib/lists/use-failed.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { words } from '#ui/text/words.ts';
import type { Thread } from '../state/message-state.ts';
import styles from './thread.module.css';

const texts = defineMessages('messages.older', {
  failed: 'Older messages could not be loaded.',
  loading: 'Loading older messages',
  begin: 'This is where your chat begins.',
});

/**
 * Above the first loaded message: shows that older ones are loading, that they failed to load, or that there are none.
 */
export function OlderMessages({ thread, onRetry }: { thread: Thread; onRetry: () => void }) {
  const failed = useFailed(thread.older);
  if (failed) {
    return (
      // With a key, because another paragraph may take its place, and would otherwise be the same element.
      <p key="failed" ref={focusArrival} className={styles.older}>
        {t(texts.failed)}{' '}
        <Button size="small" loading={thread.older === 'loading'} onClick={onRetry}>
          {t(words.tryAgain)}
        </Button>
      </p>
    );
  }
  if (thread.cursor !== null) {
    return (
      <div className={styles.older}>
        {thread.older === 'loading' && <LoadingNote>{t(texts.loading)}</LoadingNote>}
        <Skeleton shape="text" lines={2} />
      </div>
    );
  }
  return <p className={styles.older}>{t(texts.begin)}</p>;
}
