import { defineMessages } from '@afterhours/contract/base/message';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { usePresence } from '#features/presence/use-presence.ts';
import { isFocusLost } from '#lib/focus/lost-focus.ts';
import { useFileDrop } from '#lib/forms/use-file-drop.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingNote, PersonSkeleton, Skeleton } from '#ui/feedback/skeleton.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Composer } from '../composer/composer.tsx';
import { useMessageForm } from '../composer/use-message-form.ts';
import { loadConversation } from '../conversations/conversation-commands.ts';
import { ContactNote, canRequest } from '../requests/contact-note.tsx';
import { RequestBar, RequestSent } from '../requests/request-bar.tsx';
import { useRoom } from '../state/chat-socket.ts';
import { selectConversation, selectThread } from '../state/message-slice.ts';
import type { ConversationState } from '../state/message-state.ts';
import { useOpenChat } from '../state/open-chats.ts';
import styles from './chat.module.css';
import { ChatHeader, EmptyHeader } from './chat-header.tsx';
import { Thread } from './thread.tsx';
import { loadThread } from './thread-commands.ts';
import { UnloadedThread } from './unloaded-thread.tsx';

const texts = defineMessages('messages.chat', {
  closed: 'You cannot write to this member any more.',
  drop: 'Drop files to send them to {name}',
  gone: 'This member is no longer here',
  goneWhy: 'They may have left, or one of you has blocked the other.',
  back: 'Back to your chats',
});

type ChatProps = {
  userId: string;
  /** True if the chat was opened just now: the composer takes the focus. */
  focused?: boolean;
  onBack?: () => void;
  onInfo?: (() => void) | undefined;
  /** Additional buttons of the header. */
  actions?: ReactNode;
};

/** Loads a conversation when it is opened. Returns it, the failure if there is one, and a function that retries. */
function useConversation(userId: string) {
  const dispatch = useAppDispatch();
  const conversation = useAppSelector((state) => selectConversation(state, userId));
  const [failure, setFailure] = useState<{ status: number; message: string } | null>(null);
  const load = useCallback(() => {
    void dispatch(loadThread(userId));
    void dispatch(loadConversation({ userId })).then((response) => setFailure(response.ok ? null : response));
  }, [dispatch, userId]);
  useEffect(load, [load]);
  // A conversation that is removed while it is open is reloaded once, to show the reason.
  const known = useRef(false);
  useEffect(() => {
    if (!conversation && known.current) load();
    known.current = conversation !== undefined;
  }, [conversation, load]);
  return { conversation, failure, retry: load };
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <LoadingNote />
      <PersonSkeleton />
      <Skeleton shape="text" lines={3} />
      <Skeleton shape="text" lines={2} />
    </div>
  );
}

const PushOffer = lazyPart(async () => (await import('#features/push/push-offer.tsx')).PushOffer, {
  opensByItself: true,
});

/** Offers notifications after a message to a member who is offline, unless they were offered before. */
function usePushOffer(form: ReturnType<typeof useMessageForm>, other: ConversationState['otherUserDetail']) {
  const isAway = usePresence(other._id, other).login_time === null;
  const [offered, setOffered] = useState(false);
  const submit = async () => {
    const isSent = await form.submit();
    if (isSent && isAway) setOffered(true);
    return isSent;
  };
  return { form: { ...form, submit }, offered, end: () => setOffered(false) };
}

/** The composer, or what replaces it when the viewer cannot write or has to answer a request first. */
function Foot({ conversation, children }: { conversation: ConversationState; children: ReactNode }) {
  const { canMessage, request, contact, otherUserDetail: other } = conversation;
  const [before] = useState(request);
  if (!canMessage) return <p className={styles.closed}>{t(texts.closed)}</p>;
  if (request === 'sent') return <RequestSent name={other.firstName} isNew={before !== 'sent'} />;
  if (request !== null) return <RequestBar conversation={conversation} />;
  return (
    <div>
      {contact && <ContactNote contact={contact} name={other.firstName} />}
      {canRequest(contact) && children}
    </div>
  );
}

/**
 * The `ref` of a chat that was opened just now. Without a composer that takes the focus, the way back gets it on a
 * narrow screen, where the list with the pressed link is hidden.
 */
function useArrival(focused: boolean) {
  const chat = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isHidden = document.activeElement?.checkVisibility?.() === false;
    if (focused && (isHidden || isFocusLost()))
      chat.current?.querySelector<HTMLElement>('[data-back]')?.focus({ preventScroll: true });
  }, [focused]);
  return chat;
}

type OpenChatProps = ChatProps & { conversation: ConversationState; onRetry: () => void };

function OpenChat({ userId, conversation, focused = true, onBack, onInfo, actions, onRetry }: OpenChatProps) {
  const me = useAppSelector(selectOwnUser);
  const thread = useAppSelector((state) => selectThread(state, userId));
  // Hundreds of unread messages are rendered in slices, so that input is handled in the meantime.
  const isReady = useDeferredValue(thread?.status === 'ready') && thread?.status === 'ready';
  const form = useMessageForm({ draft: userId, receiverId: userId });
  const chat = useArrival(focused);
  const area = useRef<HTMLTextAreaElement>(null);
  const { otherUserDetail: other, uniquekey, canMessage, request, contact } = conversation;
  const offer = usePushOffer(form, other);
  const takesFiles = canMessage && request === null && !contact;
  const drop = useFileDrop(form.files.add, takesFiles);
  useRoom(uniquekey, me?._id ?? '', me?.username ?? '');
  useOpenChat(userId);
  return (
    // Dropping files is a shortcut; the composer's buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={chat} className={styles.chat} {...drop.handlers}>
      <ChatHeader other={other} onBack={onBack} onInfo={onInfo}>
        {actions}
      </ChatHeader>
      {isReady && <Thread userId={userId} conversation={conversation} thread={thread} />}
      {thread?.status === 'failed' && (
        <UnloadedThread userId={userId} name={other.firstName} message={thread.message} onRetry={onRetry} />
      )}
      {!isReady && thread?.status !== 'failed' && <Waiting />}
      <div>
        {canMessage && <PushOffer name={other.firstName} open={offer.offered} onClose={offer.end} />}
        <Foot conversation={conversation}>
          <Composer
            userId={userId}
            name={other.firstName}
            room={uniquekey}
            form={offer.form}
            area={area}
            focused={focused}
            takesFiles={takesFiles}
          />
        </Foot>
      </div>
      {drop.over && (
        <div className={styles.drop}>
          <Sentence text={texts.drop} values={{ name: other.firstName }} />
        </div>
      )}
    </div>
  );
}

/** Replaces a chat whose member was blocked, or has left; what had the focus may have been in it. */
function Gone({ onBack }: Pick<ChatProps, 'onBack'>) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocusLost()) back.current?.focus({ preventScroll: true });
  }, []);
  return (
    <EmptyState
      icon={MessageCircleOff}
      title={t(texts.gone)}
      action={
        onBack && (
          <Button ref={back} onClick={onBack}>
            {t(texts.back)}
          </Button>
        )
      }
    >
      {t(texts.goneWhy)}
    </EmptyState>
  );
}

/** The conversation with one member. */
export function Chat(props: ChatProps) {
  const { conversation, failure, retry } = useConversation(props.userId);
  if (failure?.status === 404) return <Gone onBack={props.onBack} />;
  if (conversation) return <OpenChat key={props.userId} {...props} conversation={conversation} onRetry={retry} />;
  const content = failure ? (
    <UnloadedThread userId={props.userId} message={failure.message} onRetry={retry} />
  ) : (
    <Waiting />
  );
  if (!props.onBack) return content;
  return (
    <div className={styles.chat}>
      <EmptyHeader onBack={props.onBack} />
      {content}
    </div>
  );
}
