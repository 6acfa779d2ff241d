import { defineMessages } from '@afterhours/contract/base/message';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { PresenceLine } from '#features/presence/components/presence-line.tsx';
import { usePresence } from '#features/presence/use-presence.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { FaceLink } from '../conversations/face-link.tsx';
import { messageTexts } from '../message-texts.ts';
import { selectTyping } from '../state/message-slice.ts';
import type { ConversationState } from '../state/message-state.ts';
import styles from './chat.module.css';

const texts = defineMessages('messages.header', {
  back: 'Back to your chats',
  title: '<with>Chat with</with> {name}',
  about: 'About {name}',
});

type ChatHeaderProps = {
  other: ConversationState['otherUserDetail'];
  onBack: (() => void) | undefined;
  onInfo: (() => void) | undefined;
  /** Additional buttons. */
  children?: ReactNode;
};

/** The header of a chat that is not loaded yet, or cannot be loaded. On phones it leads back to the list. */
export function EmptyHeader({ onBack }: { onBack: () => void }) {
  return (
    <header className={styles.header}>
      <IconButton data-back icon={ArrowLeft} label={t(texts.back)} onClick={onBack} />
    </header>
  );
}

/** The other member's name, and whether they are online. */
export function ChatHeader({ other, onBack, onInfo, children }: ChatHeaderProps) {
  const presence = usePresence(other._id, other);
  const typing = useAppSelector((state) => selectTyping(state, other._id));
  return (
    <header className={styles.header}>
      {onBack && <IconButton data-back icon={ArrowLeft} label={t(texts.back)} onClick={onBack} />}
      <FaceLink other={other}>
        <Avatar name={other.firstName} src={userImage(other.image, 44)} />
      </FaceLink>
      <div className={styles.who}>
        <h2 className={styles.title}>
          <Sentence
            text={texts.title}
            values={{ name: <bdi className={styles.name}>{fullName(other)}</bdi> }}
            elements={{ with: <span className={styles.with} /> }}
          />
        </h2>
        {!other.deleted && (
          <div role="status" className={styles.presence}>
            {typing ? <p className={styles.typing}>{t(messageTexts.typing)}</p> : <PresenceLine {...presence} />}
          </div>
        )}
      </div>
      {onInfo && <IconButton icon={Info} label={t(texts.about, { name: other.firstName })} onClick={onInfo} />}
      {children}
    </header>
  );
}
