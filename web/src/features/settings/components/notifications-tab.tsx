import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { MailCard } from '#features/notifications/mail/mail-card.tsx';
import { NotificationSwitches } from '#features/profile/switches/notification-switches.tsx';
import { t } from '#lib/text/translate.ts';
import { Card } from '#ui/layout/card.tsx';
import styles from './settings.module.css';

const texts = defineMessages('settings.notifications', {
  title: 'Notifications',
  lead: 'Choose what we notify you about. Changes take effect right away.',
});

/** A switch for each kind of notification, and what of it is mailed. */
export function NotificationsTab({ user }: { user: OwnUser }) {
  return (
    <div className={styles.stack}>
      <Card title={t(texts.title)}>
        <p className={styles.lead}>{t(texts.lead)}</p>
        <NotificationSwitches user={user} />
      </Card>
      <MailCard user={user} />
    </div>
  );
}
