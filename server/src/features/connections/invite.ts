/** Sends invitations, as many as their sender may send in a day. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { connectionMessages, FIRST_INVITATIONS, INVITATIONS_A_DAY } from '@afterhours/contract/people/connections';
import type { FeatureContext } from '#http/feature.ts';
import { DAY } from '#http/gate/rate-limit.ts';
import type { Session } from '#http/gate/session.ts';
import { type Sent, sendInvitation } from './commands.ts';
import { loadConnectionStatus } from './loaders.ts';

/** In the first day after joining, each invitation counts as several. */
const weightOf = ({ joinedAt }: Session): number =>
  Date.now() - joinedAt.getTime() < DAY_MS ? INVITATIONS_A_DAY / FIRST_INVITATIONS : 1;

type Invite = (session: Session, toUserId: string, note: string | null) => Promise<Sent>;

/** Returns `sendInvitation` with a 429 beyond the daily limit. Repeats and connections do not count. */
export function createInvite({ createTryCounter, services }: FeatureContext): Invite {
  const sent = createTryCounter({
    name: 'invitations',
    tries: INVITATIONS_A_DAY,
    seconds: DAY,
    message: connectionMessages.tooMany,
  });
  return async (session, toUserId, note) => {
    const { userId } = session;
    const isNew = (await loadConnectionStatus(services.db, userId, toUserId)) === 'none';
    const weight = isNew ? weightOf(session) : 0;
    if (isNew) await sent.takeAll(userId, weight);
    return sendInvitation(services, userId, toUserId, note).catch(async (error: unknown) => {
      // The call's own error is thrown, even if giving back fails.
      if (isNew) await sent.giveBack(userId, weight).catch(() => undefined);
      throw error;
    });
  };
}
