import { defineMessages } from '@afterhours/contract/base/message';
import Inbox from 'lucide-react/icons/inbox';
import MessagesSquare from 'lucide-react/icons/messages-square';
import SquarePen from 'lucide-react/icons/square-pen';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useMedia } from '#lib/browser/use-media.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { inlinePart } from '#ui/parts/inline-part.tsx';
import { useImmersed } from '#ui/shell/use-immersed.ts';
import { from } from '#ui/styles/breakpoints.ts';
import { PageTitle } from '#ui/text/page-title.tsx';
import { Chat } from '../chat/chat.tsx';
import { type Chosen, toChat, useChosenChat } from '../chat/use-chosen-chat.ts';
import { useViewportHeight } from '../chat/use-viewport-height.ts';
import { ConversationList } from '../conversations/conversation-list.tsx';
import { NewMessage } from '../conversations/new-message.tsx';
import { messageTexts } from '../message-texts.ts';
import type { RequestOpening } from '../requests/request-list.tsx';
import { RequestsLink, toRequests } from '../requests/requests-link.tsx';
import { ChatSide } from '../side/chat-side.tsx';
import { messagesCleared } from '../state/message-slice.ts';
import { rowId } from '../state/open-chats.ts';
import { selectUnreadMessages } from '../state/unread-slice.ts';
import styles from './messages-page.module.css';

const texts = defineMessages('messages.page', {
  nobody: 'Please select user to send message.',
  noRequest: 'Open a request to read it',
  noRequestWhy: 'The sender isn’t notified that you have read it.',
  about: 'About this chat',
  unreadTitle: '({count}) Messages',
  chats: 'Chats',
  requests: 'Requests',
  chat: 'Chat',
});

const RequestList = inlinePart(
  async () => (await import('../requests/request-list.tsx')).RequestList,
  <PersonSkeleton />,
);

const composeId = 'compose-message';

/** Returns the focus to the element that opened the pane when it is closed, or to the page if that is gone. */
function useReturn(chosen: Chosen) {
  const before = useRef<Chosen>(null);
  const leaving = useRef(false);
  useEffect(() => {
    const last = before.current;
    before.current = chosen;
    if (chosen || !last || !leaving.current) return;
    leaving.current = false;
    const opener = document.getElementById(last.kind === 'new' ? composeId : rowId(last.userId));
    (opener ?? document.getElementById('main'))?.focus();
  }, [chosen]);
  return () => {
    leaving.current = true;
  };
}

/** The other member's card and files: beside the chat where there is room, otherwise behind a button. */
function SideColumn({
  userId,
  wide,
  open,
  onClose,
}: {
  userId: string;
  wide: boolean;
  open: boolean;
  onClose: () => void;
}) {
  if (wide) {
    return (
      <aside aria-label={t(texts.about)} className={styles.side}>
        <ChatSide userId={userId} />
      </aside>
    );
  }
  return (
    <Dialog open={open} onClose={onClose} title={t(texts.about)}>
      {open && <ChatSide userId={userId} />}
    </Dialog>
  );
}

/** Shown beside the list while no chat is open. */
function NoChat() {
  const [search] = useSearchParams();
  return (
    <div className={styles.nobody}>
      {search.get('list') === 'requests' ? (
        <EmptyState icon={Inbox} title={t(texts.noRequest)}>
          {t(texts.noRequestWhy)}
        </EmptyState>
      ) : (
        <EmptyState icon={MessagesSquare} title={t(texts.nobody)} />
      )}
    </div>
  );
}

type ChatListProps = { userId: string | null; opening: RequestOpening; onCompose: () => void };

function ChatList({ userId, opening, onCompose }: ChatListProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (search.get('list') === 'requests') {
    const to = (id: string) => `${toRequests}#${id}`;
    return (
      <section aria-label={t(texts.requests)} className={styles.list}>
        <RequestList openId={userId} opening={{ ...opening, to }} onBack={() => void navigate('/Messages')} />
      </section>
    );
  }
  return (
    <section aria-label={t(texts.chats)} className={styles.list}>
      <ConversationList
        above={<RequestsLink />}
        opening={opening}
        openId={userId}
        onCompose={onCompose}
        onDeleted={(gone) => gone === userId && void navigate('/Messages', { replace: true })}
        head={
          <div className={styles.head}>
            <h1 className={styles.title}>{t(messageTexts.title)}</h1>
            <IconButton id={composeId} icon={SquarePen} label={t(messageTexts.newMessage)} onClick={onCompose} />
          </div>
        }
      />
    </section>
  );
}

/** The viewer's chats, and the one that is open. */
export function MessagesPage() {
  const dispatch = useAppDispatch();
  const { chosen, step, open, compose, close } = useChosenChat();
  const unread = useAppSelector(selectUnreadMessages);
  const wide = useMedia(from.wide);
  const [aside, setAside] = useState(false);
  const leave = useReturn(chosen);
  // Runs before any measurement, which would otherwise include the bars.
  useImmersed(chosen !== null);
  useViewportHeight();
  // Messages are kept while this page is shown; offline they are kept afterwards too, because they cannot be reloaded.
  useEffect(() => () => void (navigator.onLine && dispatch(messagesCleared())), [dispatch]);
  const back = () => {
    leave();
    setAside(false);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !chosen) return;
    back();
  };
  const opening = useMemo(() => ({ to: toChat, ...step }), [step]);
  const userId = chosen?.kind === 'chat' ? chosen.userId : null;
  return (
    // Escape closes the open pane; every pane has a button that does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main id="main" tabIndex={-1} className={styles.page} data-open={chosen ? '' : undefined} onKeyDown={onKeyDown}>
      <PageTitle>{unread > 0 ? t(texts.unreadTitle, { count: unread }) : t(messageTexts.title)}</PageTitle>
      <div className={styles.sheet} data-side={userId && wide ? '' : undefined}>
        <ChatList userId={userId} opening={opening} onCompose={compose} />
        <section aria-label={t(chosen?.kind === 'new' ? messageTexts.newMessage : texts.chat)} className={styles.chat}>
          {chosen && <h1 className={styles.phoneTitle}>{t(messageTexts.title)}</h1>}
          {userId && (
            <Chat key={userId} userId={userId} onBack={back} onInfo={wide ? undefined : () => setAside(true)} />
          )}
          {chosen?.kind === 'new' && <NewMessage onClose={back} onSent={open} />}
          {!chosen && <NoChat />}
        </section>
        {userId && <SideColumn userId={userId} wide={wide} open={aside} onClose={() => setAside(false)} />}
      </div>
    </main>
  );
}
