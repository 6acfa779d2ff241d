import { defineMessages } from '@afterhours/contract/base/message';
import {
  isFromModerators,
  type NotificationType,
  notificationMessages,
} from '@afterhours/contract/constants/notifications';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Check from 'lucide-react/icons/check';
import Gavel from 'lucide-react/icons/gavel';
import Handshake from 'lucide-react/icons/handshake';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquare from 'lucide-react/icons/message-square';
import UserPlus from 'lucide-react/icons/user-plus';
import X from 'lucide-react/icons/x';
import { userImage } from '#lib/image-address.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { Icon, type IconShape } from '#ui/text/icon.tsx';
import { Time } from '#ui/text/time.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { markRead, removeNotification } from '../notification-commands.ts';
import { commentOf, toText } from '../notification-text.ts';
import { Content, Excerpt, Thumbnail } from './notification-content.tsx';
import styles from './notification-row.module.css';
import { QuickActions } from './quick-actions.tsx';

const texts = defineMessages('notifications.row', {
  unread: 'Unread:',
  markRead: 'Mark as read: {content}',
  delete: 'Delete: {content}',
});

const icons: Record<NotificationType, IconShape> = {
  like: Heart,
  comment: MessageSquare,
  follow: UserPlus,
  message: MessageCircle,
  connection: Handshake,
  event: CalendarDays,
};

/** Returns the icon for notifications from moderators and of scheduled events; null for members, who have avatars. */
function emblemOf({ actor, kind }: Notification): IconShape | null {
  if (isFromModerators(kind)) return Gavel;
  return actor === null ? CalendarClock : null;
}

/** The avatar of the member who caused the notification, or the icon that replaces it. */
function Sender({ notification }: { notification: Notification }) {
  const { actor } = notification;
  const emblem = emblemOf(notification);
  if (emblem === null) return <Avatar name={actor?.firstName ?? ''} src={userImage(actor?.image, 44)} />;
  return (
    <span className={styles.emblem}>
      <Icon icon={emblem} size={20} />
    </span>
  );
}

/** One notification; opening it marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const dispatch = useAppDispatch();
  const { type, link, read, createdAt, subject } = notification;
  const content = toText(notification);
  return (
    <li data-row={notification._id} className={styles.row} data-unread={!read || undefined}>
      <Sender notification={notification} />
      <div className={styles.text}>
        <TextLink
          bare
          to={link}
          state={commentOf(notification)}
          className={styles.link}
          onClick={() => void dispatch(markRead(notification))}
        >
          {!read && <VisuallyHidden>{t(texts.unread)} </VisuallyHidden>}
          <Content notification={notification} />
        </TextLink>
        {subject && <Excerpt subject={subject} />}
        <p className={styles.meta}>
          <Icon icon={emblemOf(notification) ?? icons[type]} size={16} />
          <Time value={createdAt} />
        </p>
        <QuickActions notification={notification} />
      </div>
      {subject?.picture && <Thumbnail picture={subject.picture} />}
      <div className={styles.buttons}>
        {!read && (
          <IconButton
            icon={Check}
            size={18}
            label={t(texts.markRead, { content })}
            data-control="read"
            onClick={() => void dispatch(markRead(notification))}
          />
        )}
        <IconButton
          icon={X}
          size={18}
          label={t(texts.delete, { content })}
          data-control="delete"
          onClick={() => dispatch(removeNotification(notification, t(notificationMessages.deleted)))}
        />
      </div>
    </li>
  );
}
