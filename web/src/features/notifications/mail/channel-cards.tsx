import type { OwnUser } from '@afterhours/contract/account/account';
import { DevicesCard } from '#features/push/devices-card.tsx';
import { MailCard } from './mail-card.tsx';

/** The settings of notifications outside the page: the member's devices, and emails. */
export const ChannelCards = ({ user }: { user: OwnUser }) => (
  <>
    <DevicesCard />
    <MailCard user={user} />
  </>
);
