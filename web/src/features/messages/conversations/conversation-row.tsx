import { defineMessages } from '@afterhours/contract/base/message';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { Link } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { CountBadge } from '#ui/chips/count-badge.tsx';
import { useRowTabIndex } from '#ui/lists/roving-tab-index.ts';
import { Menu, type MenuItem } from '#ui/menus/menu.tsx';
import { cx } from '#ui/text/cx.ts';
import { Time } from '#ui/text/time.tsx';
import { words } from '#ui/text/words.ts';
import { messageTexts } from '../message-texts.ts';
import { selectTyping } from '../state/message-slice.ts';
import type { ConversationState } from '../state/message-state.ts';
import { rowId } from '../state/open-chats.ts';
import { pinChat } from './conversation-commands.ts';
import styles from './conversation-row.module.css';
import { PresenceAvatar } from './presence-avatar.tsx';
import { previewOf } from './preview.ts';

const texts = defineMessages('messages.row', {
  pin: 'Pin',
  unpin: 'Unpin',
  delete: 'Delete chat',
  menu: 'Chat menu',
  menuOf: 'Menu of the chat with {name}',
});

/** What a row opens: a page of its own, or a chat beside the list. */
export type Opening =
  | { to: (userId: string) => string; replace: boolean; state: unknown }
  | { onOpen: (userId: string) => void };

type ConversationRowProps = {
  conversation: ConversationState;
  opening: Opening;
  open: boolean;
  onDelete: (conversation: ConversationState) => void;
};

/** The name, the last message with its time, and the unread count. */
function Summary({ conversation }: { conversation: ConversationState }) {
  const me = useAppSelector(selectOwnUser)?._id;
  const { otherUserDetail: other, latestMessage, unreadCount } = conversation;
  const typing = useAppSelector((state) => selectTyping(state, other._id));
  return (
    <>
      <PresenceAvatar person={other} />
      <span className={styles.text}>
        <span className={styles.line}>
          <bdi className={styles.name}>{fullName(other)}</bdi>
          {latestMessage && <Time value={latestMessage.createdAt} className={styles.time} />}
        </span>
        <span className={styles.line}>
          <bdi className={cx(styles.preview, latestMessage?.deleted && styles.gone, typing && styles.typing)}>
            {typing ? t(messageTexts.typing) : latestMessage && previewOf(latestMessage, me)}
          </bdi>
          <CountBadge count={unreadCount} label={t(words.unread)} />
        </span>
      </span>
    </>
  );
}

type RowMenuProps = Pick<ConversationRowProps, 'conversation' | 'onDelete'> & { tabIndex: 0 | -1 };

function RowMenu({ conversation, onDelete, tabIndex }: RowMenuProps) {
  const dispatch = useAppDispatch();
  const { other_user_id: userId, otherUserDetail: other, pinned } = conversation;
  const items: MenuItem[] = [
    {
      label: t(pinned ? texts.unpin : texts.pin),
      icon: pinned ? PinOff : Pin,
      onSelect: () => void dispatch(pinChat(userId, !pinned)),
    },
    { label: t(texts.delete), icon: Trash2, danger: true, separated: true, onSelect: () => onDelete(conversation) },
  ];
  return (
    <span className={styles.menu}>
      <Menu
        label={t(texts.menu)}
        items={items}
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            tabIndex={tabIndex}
            data-control="menu"
            icon={Ellipsis}
            size={18}
            label={t(texts.menuOf, { name: fullName(other) })}
          />
        )}
      />
    </span>
  );
}

/** One conversation of the list, with its menu. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, opening, open, onDelete } = props;
  const { other_user_id: userId, unreadCount } = conversation;
  const tabIndex = useRowTabIndex(userId);
  const shared = {
    id: rowId(userId),
    'data-opens': '',
    tabIndex,
    'aria-current': open || undefined,
    className: styles.link,
  };
  return (
    <li
      data-row={userId}
      data-unread={unreadCount > 0 || undefined}
      className={cx(styles.row, unreadCount > 0 && styles.unread)}
    >
      {'to' in opening ? (
        <Link {...shared} to={opening.to(userId)} replace={opening.replace} state={opening.state}>
          <Summary conversation={conversation} />
        </Link>
      ) : (
        <button type="button" {...shared} onClick={() => opening.onOpen(userId)}>
          <Summary conversation={conversation} />
        </button>
      )}
      <RowMenu conversation={conversation} onDelete={onDelete} tabIndex={tabIndex} />
    </li>
  );
});
