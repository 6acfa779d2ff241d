import type { OwnUser } from '@afterhours/contract/account/account';
import { DevicesCard } from '#features/push/devices-card.tsx';
import { MailCard } from './mail-card.tsx';

/** The ways by which notifications leave the product: the devices of the member, and what is sent and mailed. */
export const ChannelCards = ({ user }: { user: OwnUser }) => (
  <>
    <DevicesCard />
    <MailCard user={user} />
  </>
);
