import { defineMessages } from '@afterhours/contract/base/message';
import type { Message, MessageAttachment } from '@afterhours/contract/messages/messages';
import { userImage } from '#lib/image-address.ts';
import { t } from '#lib/text/translate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { cx } from '#ui/text/cx.ts';
import { Sentence } from '#ui/text/sentence.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from '../bubbles/message.module.css';
import { MessageBubble } from '../bubbles/message-bubble.tsx';
import { WaitingBubble } from '../bubbles/waiting-bubble.tsx';
import { FaceLink } from '../conversations/face-link.tsx';
import type { ConversationState } from '../state/message-state.ts';
import type { Row, SentState } from './thread-rows.ts';

const texts = defineMessages('messages.group', {
  you: 'You:',
  other: '{name}:',
});

type ThreadGroupProps = {
  group: Extract<Row, { kind: 'group' }>;
  other: ConversationState['otherUserDetail'];
  stateOf: (seq: number) => SentState;
  onDelete: (message: Message) => void;
  onReport: (message: Message) => void;
  onExpired: (file: MessageAttachment) => Promise<MessageAttachment | undefined>;
};

/** Consecutive messages of one member, without a pause between them. */
export function ThreadGroup({ group, other, stateOf, onDelete, onReport, onExpired }: ThreadGroupProps) {
  return (
    <div className={cx(styles.group, group.mine && styles.mine)} data-mine={group.mine || undefined}>
      {!group.mine && (
        <FaceLink other={other}>
          <Avatar name={other.firstName} src={userImage(other.image, 32)} size={32} />
        </FaceLink>
      )}
      <div className={styles.of}>
        <VisuallyHidden>
          {group.mine ? t(texts.you) : <Sentence text={texts.other} values={{ name: other.firstName }} />}
        </VisuallyHidden>
        {group.shown.map((shown) =>
          shown.message ? (
            <MessageBubble
              key={shown.key}
              message={shown.message}
              mine={shown.mine}
              time={shown.time}
              state={stateOf(shown.message.seq)}
              onDelete={onDelete}
              onReport={onReport}
              onExpired={onExpired}
            />
          ) : (
            <WaitingBubble key={shown.key} entry={shown.waiting} />
          ),
        )}
      </div>
    </div>
  );
}
