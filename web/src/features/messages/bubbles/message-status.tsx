import { defineMessages } from '@afterhours/contract/base/message';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock3 from 'lucide-react/icons/clock-3';
import { t } from '#lib/text/translate.ts';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import type { SentState } from '../chat/thread-rows.ts';
import styles from './message.module.css';

const texts = defineMessages('messages.status', {
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  sending: 'Sending…',
  waiting: 'Waiting…',
});

const looks = {
  sent: { icon: Check, label: texts.sent },
  delivered: { icon: CheckCheck, label: texts.delivered },
  read: { icon: CheckCheck, label: texts.read },
} as const;

/** The status of the viewer's own message: sent, delivered or read. */
export function SentStatus({ state }: { state: SentState }) {
  const { icon, label } = looks[state];
  return (
    <span className={cx(styles.status, state === 'read' && styles.read)} title={t(label)}>
      <Icon icon={icon} size={16} />
      <VisuallyHidden>{t(label)}</VisuallyHidden>
    </span>
  );
}

/** The status of the viewer's own message that is being sent or waits for the connection. */
export function WaitingStatus({ sending }: { sending: boolean }) {
  return (
    <span className={styles.status}>
      <Icon icon={Clock3} size={16} />
      {t(sending ? texts.sending : texts.waiting)}
    </span>
  );
}
