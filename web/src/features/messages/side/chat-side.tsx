import { defineMessages } from '@afterhours/contract/base/message';
import { useMemo } from 'react';
import { profilePath } from '#entities/people/profile-path.ts';
import { PresenceLine } from '#features/presence/components/presence-line.tsx';
import { usePresence } from '#features/presence/use-presence.ts';
import { useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { words } from '#ui/text/words.ts';
import { FileCard, MessageImages } from '../bubbles/message-files.tsx';
import { PresenceAvatar } from '../conversations/presence-avatar.tsx';
import { selectConversation, selectThread } from '../state/message-slice.ts';
import type { ConversationState } from '../state/message-state.ts';
import styles from './chat-side.module.css';
import { useSharedFiles } from './use-shared-files.ts';

const texts = defineMessages('messages.side', {
  inRoom: 'In the room',
  presenting: 'Presenting',
  invited: 'Invited',
  member: 'Member',
  viewProfile: 'View Profile',
  files: 'Shared files',
  noFiles: 'Pictures and documents from this chat will appear here.',
  conference: 'Conference',
  sample: 'Sample figures.',
});

/** Fixed sample counts: the panel shows what a call would look like but starts none. */
const conference = [
  { what: texts.inRoom, count: 3 },
  { what: texts.presenting, count: 1 },
  { what: texts.invited, count: 8 },
];

function MemberCard({ other }: { other: ConversationState['otherUserDetail'] }) {
  const presence = usePresence(other._id, other);
  const name = fullName(other);
  return (
    <section aria-label={t(texts.member)} className={styles.member}>
      <PresenceAvatar person={other} size={64} />
      <h3 className={styles.name}>
        {other.deleted ? (
          name
        ) : (
          <TextLink bare dir="auto" to={profilePath(other)}>
            {name}
          </TextLink>
        )}
      </h3>
      {other.profession && (
        <p className={styles.meta}>
          <bdi>{other.profession}</bdi>
        </p>
      )}
      <PresenceLine {...presence} />
      {!other.deleted && (
        <ButtonLink to={profilePath(other)} size="small">
          {t(texts.viewProfile)}
        </ButtonLink>
      )}
    </section>
  );
}

function SharedFiles({ userId, name }: { userId: string; name: string }) {
  const thread = useAppSelector((state) => selectThread(state, userId));
  const version = useMemo(
    () => (thread?.items ?? []).flatMap(({ attachments }) => attachments.map(({ _id }) => _id)).join(' '),
    [thread?.items],
  );
  const { items: files, cursor, status, message, more, onExpired } = useSharedFiles(userId, version);
  return (
    <section aria-label={t(texts.files)} className={styles.section}>
      <h3 className={styles.title}>{t(texts.files)}</h3>
      {status === 'loading' && files.length === 0 && (
        <>
          <LoadingNote />
          <Skeleton shape="text" lines={3} />
        </>
      )}
      {status === 'ready' && files.length === 0 && <p className={styles.meta}>{t(texts.noFiles)}</p>}
      <div className={styles.files}>
        <MessageImages
          images={files.filter((file) => file.filetype === 'image')}
          from={({ sender_id }) => (sender_id === userId ? name : null)}
          onExpired={onExpired}
        />
        {files
          .filter((file) => file.filetype === 'attachment')
          .map((file) => (
            <FileCard key={file._id} file={file} onExpired={onExpired} />
          ))}
      </div>
      {status === 'failed' && <ErrorState quiet message={message} onRetry={more} />}
      {cursor !== null && status !== 'failed' && (
        <Button wide size="small" loading={status === 'loading'} onClick={more}>
          {t(words.seeMore)}
        </Button>
      )}
    </section>
  );
}

function Conference() {
  return (
    <section aria-label={t(texts.conference)} className={styles.section}>
      <h3 className={styles.title}>{t(texts.conference)}</h3>
      <dl className={styles.counts}>
        {conference.map(({ what, count }) => (
          <div key={what.id}>
            <dt>{t(what)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.meta}>{t(texts.sample)}</p>
    </section>
  );
}

/** Beside a chat: the other member, the conference panel and the shared files. */
export function ChatSide({ userId }: { userId: string }) {
  const conversation = useAppSelector((state) => selectConversation(state, userId));
  if (!conversation) return null;
  return (
    <div className={styles.side}>
      <MemberCard other={conversation.otherUserDetail} />
      <Conference />
      <SharedFiles key={userId} userId={userId} name={conversation.otherUserDetail.firstName} />
    </div>
  );
}
