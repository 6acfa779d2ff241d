import type { OwnUser } from '@afterhours/contract/account';
import { Card } from '#ui/layout/card.tsx';
import { SettingSwitches } from './setting-switches.tsx';
import styles from './settings.module.css';

const switches = [
  { name: 'message_notification', label: 'Messages', hint: 'Somebody writes to you.' },
  { name: 'comment_notification', label: 'Comments', hint: 'Somebody comments on your post or answers you.' },
  { name: 'like_notification', label: 'Likes', hint: 'Somebody likes what you wrote.' },
  { name: 'follow_notification', label: 'Follow', hint: 'Somebody follows you.' },
  { name: 'event_notification', label: 'Events', hint: 'Webinars, job applications and invitations.' },
] as const;

/** What I am notified of. */
export function NotificationsTab({ user }: { user: OwnUser }) {
  return (
    <Card title="Notifications">
      <p className={styles.lead}>What you are told of. A change takes effect at once.</p>
      <SettingSwitches user={user} switches={switches} />
    </Card>
  );
}
