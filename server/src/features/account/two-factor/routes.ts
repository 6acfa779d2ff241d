import { accountMessages } from '@afterhours/contract/account/account';
import { confirmIdentity, recentMessages } from '@afterhours/contract/account/recent-proof';
import * as contract from '@afterhours/contract/account/two-factor';
import { announceOwnRecord, loadOwnUser } from '#features/account/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import type { Session } from '#http/gate/session.ts';
import { reseal, twoFactorSecret } from '#platform/secrets/sealed-columns.ts';
import { logRefusedSignIn, logWrongProof } from '../refusals.ts';
import { findKnownDevice } from '../sign-in/devices.ts';
import * as commands from './commands.ts';
import { deleteExpiredChallenges, selectState } from './queries.ts';

const { twoFactorMessages } = contract;

type Caller = { session: Session; address: string };

const counterOf = ({ createTryCounter }: FeatureContext, name: string) =>
  createTryCounter({ name, tries: 10, seconds: QUARTER_HOUR, message: accountMessages.tooManyTries });

function bindSignIn(context: FeatureContext): void {
  const { bind, services } = context;
  // A caller who knows the password can create any number of challenges, so codes are counted by member as well.
  const signIns = {
    device: counterOf(context, 'two-factor-device'),
    account: counterOf(context, 'two-factor-sign-in'),
  };

  bind(contract.verifyLogin, async ({ body, address, userAgent, device }) => {
    const challenge = await commands.takeChallenge(services, body.challenge);
    // A device that has signed in before has its own attempts, so that others who know the password cannot use them up.
    const deviceKey = await findKnownDevice(services.db, challenge, device);
    const [tries, key] = deviceKey === null ? [signIns.account, challenge.userId] : [signIns.device, deviceKey];
    await tries.take(key);
    const attempt = { method: 'code', address, memberId: challenge.userId } as const;
    const token = await logRefusedSignIn(services, attempt, () =>
      commands.verifyLogin(services, { ...body, ...challenge }, { address, userAgent, device }),
    );
    await tries.clear(key);
    const [user, state] = await Promise.all([
      loadOwnUser(services.db, challenge.userId),
      selectState(services.db, challenge.userId),
    ]);
    return { message: accountMessages.signedIn, body: { token, user, recoveryCodesLeft: state?.codes_left ?? 0 } };
  });
}

function bindChanges(context: FeatureContext): void {
  const { bind, services } = context;
  const changes = counterOf(context, 'two-factor-change');

  /**
   * Counts a member's failed attempts. A success does not clear them: somebody who knows the password could otherwise
   * try any number of codes in between.
   */
  async function counted<T>({ session, address }: Caller, work: () => Promise<T>): Promise<T> {
    const { userId, sessionId } = session;
    await changes.take(userId);
    const result = await logWrongProof(services, { userId, sessionId, address }, work);
    await changes.giveBack(userId);
    return result;
  }

  bind(contract.startTwoFactor, async ({ session, body, address }) => ({
    body: await counted({ session, address }, () => commands.start(services, session, body.password)),
  }));

  bind(contract.enableTwoFactor, async ({ session, body, address, userAgent }) => {
    const client = { address, userAgent };
    const recoveryCodes = await counted({ session, address }, () =>
      commands.enable(services, session, body.code, client),
    );
    announceOwnRecord(services, session.userId);
    return { message: twoFactorMessages.enabled, body: { recoveryCodes } };
  });

  bind(contract.disableTwoFactor, async ({ viewerId, session, body, address, userAgent }) => {
    await counted({ session, address }, () => commands.disable(services, viewerId, body, { address, userAgent }));
    announceOwnRecord(services, viewerId);
    return { message: twoFactorMessages.disabled, body: null };
  });

  bind(confirmIdentity, async ({ session, body, address, userAgent }) => {
    const client = { address, userAgent };
    const until = await counted({ session, address }, () => commands.confirmIdentity(services, session, body, client));
    return { message: recentMessages.confirmed, body: { until: until.toISOString() } };
  });

  bind(contract.renewRecoveryCodes, async ({ viewerId, session, body, address }) => {
    const recoveryCodes = await counted({ session, address }, () =>
      commands.renewRecoveryCodes(services, viewerId, body),
    );
    announceOwnRecord(services, viewerId);
    return { message: twoFactorMessages.newCodes, body: { recoveryCodes } };
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  services.jobs.schedule({ name: 'two-factor.cleanup', formerName: 'two-factor.sweep', cron: '23 * * * *' }, () =>
    deleteExpiredChallenges(services.db),
  );
  // Seals the secrets that an earlier version stored in clear text.
  services.jobs.schedule({ name: 'two-factor.seal', cron: '53 * * * *' }, () =>
    reseal(services.db, services.secrets, twoFactorSecret, { all: false }),
  );
  bindSignIn(context);
  bind(contract.getTwoFactor, async ({ viewerId }) => {
    const state = await selectState(services.db, viewerId);
    if (!state) throw notFound();
    const enabledAt = state.enabled_at?.toISOString() ?? null;
    return { body: { enabled: enabledAt !== null, enabledAt, recoveryCodesLeft: state.codes_left } };
  });
  bindChanges(context);
}
