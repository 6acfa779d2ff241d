import { t } from '#lib/text/translate.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { cx } from '#ui/text/cx.ts';
import messageStyles from '../bubbles/message.module.css';
import { WaitingBubble } from '../bubbles/waiting-bubble.tsx';
import { messageTexts } from '../message-texts.ts';
import { useWaiting } from '../outbox/use-waiting.ts';
import styles from './thread.module.css';

/** `name` is the other member's, if it is known. */
type UnloadedThreadProps = { userId: string; name?: string; message: string; onRetry: () => void };

/** Replaces messages that could not be loaded: shows the error and the messages still waiting to be sent. */
export function UnloadedThread({ userId, name, message, onRetry }: UnloadedThreadProps) {
  const waiting = useWaiting(userId);
  return (
    <section aria-label={name && t(messageTexts.conversation, { name })} className={styles.box}>
      <ErrorState message={message} onRetry={onRetry} quiet />
      <div className={cx(messageStyles.group, messageStyles.mine)} data-mine>
        <div className={messageStyles.of}>
          {waiting.map((entry) => (
            <WaitingBubble key={entry.client_id} entry={entry} />
          ))}
        </div>
      </div>
    </section>
  );
}
