import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { NotificationSwitches } from '#features/profile/switches/notification-switches.tsx';
import { t } from '#lib/text/translate.ts';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { inlinePart } from '#ui/parts/inline-part.tsx';
import styles from './settings.module.css';

const texts = defineMessages('settings.notifications', {
  title: 'Notifications',
  lead: 'Choose what we notify you about. Changes take effect right away.',
});

const Waiting = () => (
  <Card>
    <LoadingNote />
    <Skeleton shape="text" lines={5} />
  </Card>
);

const ChannelCards = inlinePart(
  async () => (await import('#features/notifications/mail/channel-cards.tsx')).ChannelCards,
  <Waiting />,
);

/** A switch for each kind of notification, how each kind is sent and mailed, and the devices. */
export function NotificationsTab({ user }: { user: OwnUser }) {
  return (
    <div className={styles.stack}>
      <Card title={t(texts.title)}>
        <p className={styles.lead}>{t(texts.lead)}</p>
        <NotificationSwitches user={user} />
      </Card>
      <ChannelCards user={user} />
    </div>
  );
}
