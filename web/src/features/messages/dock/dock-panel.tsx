import { defineMessages } from '@afterhours/contract/base/message';
import Maximize2 from 'lucide-react/icons/maximize-2';
import SquarePen from 'lucide-react/icons/square-pen';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Chat } from '../chat/chat.tsx';
import { toChat, toNewMessage } from '../chat/use-chosen-chat.ts';
import { ConversationList } from '../conversations/conversation-list.tsx';
import { messageTexts } from '../message-texts.ts';
import { selectReplacementOf } from '../state/message-slice.ts';
import { dockToggleId, moveDockChat, showDockChat, showDockList, takeChosenNow } from './dock-state.ts';
import styles from './message-dock.module.css';

const texts = defineMessages('messages.dockPanel', {
  openChat: 'Open in Messages',
  open: 'Open Messages',
});

const opening = { onOpen: showDockChat };

/** As with Escape, the focus moves to the bar above the list: the button that had it is in the chat. */
function backToList() {
  showDockList();
  document.getElementById(dockToggleId)?.focus();
}

function DockChat({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const [chosen] = useState(takeChosenNow);
  const replacement = useAppSelector((state) => selectReplacementOf(state, userId));
  useEffect(() => {
    if (replacement !== undefined) moveDockChat(replacement);
  }, [replacement]);
  return (
    <Chat
      userId={userId}
      focused={chosen}
      onBack={backToList}
      actions={
        <IconButton
          icon={Maximize2}
          size={18}
          label={t(texts.openChat)}
          onClick={() => void navigate(toChat(userId))}
        />
      }
    />
  );
}

/** The list of chats or one chat, in the size of the dock. */
export function DockPanel({ userId }: { userId: string | null }) {
  const navigate = useNavigate();
  const compose = () => void navigate(toNewMessage);
  if (userId !== null) return <DockChat key={userId} userId={userId} />;
  return (
    <ConversationList
      opening={opening}
      openId={null}
      onCompose={compose}
      head={
        <div className={styles.ways}>
          <IconButton icon={SquarePen} size={18} label={t(messageTexts.newMessage)} onClick={compose} />
          <IconButton icon={Maximize2} size={18} label={t(texts.open)} onClick={() => void navigate('/Messages')} />
        </div>
      }
    />
  );
}
