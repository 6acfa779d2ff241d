import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock3 from 'lucide-react/icons/clock-3';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import type { SentState } from '../chat/thread-view.ts';
import styles from './message.module.css';

const looks = {
  sent: { icon: Check, label: 'Sent' },
  delivered: { icon: CheckCheck, label: 'Delivered' },
  read: { icon: CheckCheck, label: 'Read' },
} as const;

/** How far an own message has come. */
export function SentStatus({ state }: { state: SentState }) {
  const { icon, label } = looks[state];
  return (
    <span className={cx(styles.status, state === 'read' && styles.read)} title={label}>
      <Icon icon={icon} size={16} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** An own message that is on its way, or waits for the connection. */
export function WaitingStatus({ sending }: { sending: boolean }) {
  return (
    <span className={styles.status}>
      <Icon icon={Clock3} size={16} />
      {sending ? 'Sending…' : 'Waiting…'}
    </span>
  );
}
