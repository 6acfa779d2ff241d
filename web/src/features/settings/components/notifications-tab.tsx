import type { OwnUser } from '@afterhours/contract/account';
import { Card } from '#ui/layout/card.tsx';
import { SettingSwitches } from './setting-switches.tsx';
import styles from './settings.module.css';

const switches = [
  { name: 'message_notification', label: 'Messages', hint: 'Someone sends you a message.' },
  { name: 'comment_notification', label: 'Comments', hint: 'Someone comments on your post or replies to you.' },
  { name: 'like_notification', label: 'Likes', hint: 'Someone likes what you wrote.' },
  { name: 'follow_notification', label: 'Follow', hint: 'Someone follows you.' },
  { name: 'event_notification', label: 'Events', hint: 'Webinars, job applications and invitations.' },
] as const;

/** What I am notified of. */
export function NotificationsTab({ user }: { user: OwnUser }) {
  return (
    <Card title="Notifications">
      <p className={styles.lead}>Choose what we notify you about. Changes take effect right away.</p>
      <SettingSwitches user={user} switches={switches} />
    </Card>
  );
}
