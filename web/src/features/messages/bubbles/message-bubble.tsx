import { defineMessages } from '@afterhours/contract/base/message';
import { JOB_APPLIED } from '@afterhours/contract/constants/messages';
import type { Message, MessageAttachment } from '@afterhours/contract/messages/messages';
import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flag from 'lucide-react/icons/flag';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { RichText } from '#entities/posts/rich-text.tsx';
import { formatClock, formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/menus/menu.tsx';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import type { SentState } from '../chat/thread-rows.ts';
import { deletedText } from '../conversations/preview.ts';
import { JobCard } from '../jobs/job-card.tsx';
import styles from './message.module.css';
import { FileCard, MessageImages } from './message-files.tsx';
import { SentStatus } from './message-status.tsx';

const texts = defineMessages('messages.bubble', {
  menu: 'Message menu',
  delete: 'Delete message',
  received: 'Menu of the received message',
  report: 'Report message',
});

/** The time of a message; its tooltip shows the exact date and time. */
export function Clock({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatExact(value)}>
      {formatClock(value)}
    </time>
  );
}

type MessageBubbleProps = {
  message: Message;
  mine: boolean;
  /** True for the last message of its minute: its time and status are shown below it. */
  time: boolean;
  state: SentState;
  onDelete: (message: Message) => void;
  onReport: (message: Message) => void;
  onExpired: (file: MessageAttachment) => Promise<MessageAttachment | undefined>;
};

function Content({ message, mine, onExpired }: Pick<MessageBubbleProps, 'message' | 'mine' | 'onExpired'>) {
  const { content, mentions, deleted, attachments, sender } = message;
  if (deleted) {
    return (
      <p className={cx(styles.bubble, styles.deleted)}>
        <Icon icon={Ban} size={16} />
        {t(deletedText)}
      </p>
    );
  }
  if (content === JOB_APPLIED) return <JobCard job={message.post} mine={mine} name={sender.firstName} />;
  return (
    <>
      <MessageImages
        images={attachments.filter((file) => file.filetype === 'image')}
        from={() => (mine ? null : sender.firstName)}
        onExpired={onExpired}
      />
      {attachments
        .filter((file) => file.filetype === 'attachment')
        .map((file) => (
          <FileCard key={file._id} file={file} onExpired={onExpired} />
        ))}
      {content !== '' && (
        <div className={styles.bubble}>
          <RichText text={content} mentions={mentions} />
        </div>
      )}
    </>
  );
}

/** One message, its files above its text. Own messages can be deleted, others reported. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, mine, time, state, onDelete, onReport, onExpired } = props;
  return (
    <div className={styles.message} data-seq={message.seq} data-row={message.client_id ?? message._id}>
      <div className={styles.content}>
        <Content message={message} mine={mine} onExpired={onExpired} />
        {!message.deleted && (
          <span className={styles.menu}>
            <Menu
              label={t(mine ? texts.menu : texts.received)}
              items={[
                mine
                  ? { label: t(texts.delete), icon: Trash2, danger: true, onSelect: () => onDelete(message) }
                  : { label: t(texts.report), icon: Flag, onSelect: () => onReport(message) },
              ]}
              renderTrigger={(trigger) => (
                <IconButton
                  {...trigger}
                  icon={Ellipsis}
                  size={18}
                  label={t(mine ? texts.menu : texts.received)}
                  data-control="menu"
                />
              )}
            />
          </span>
        )}
      </div>
      {time && (
        <p className={styles.meta}>
          <Clock value={message.createdAt} />
          {mine && !message.deleted && <SentStatus state={state} />}
        </p>
      )}
    </div>
  );
});
