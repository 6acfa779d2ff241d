/**
 * Limits for attempts to sign in, to confirm an address and to request mails. Attempts are counted by account and by
 * network. A device that has signed in to the account before has its own counter, so that nobody else can lock its
 * member out.
 */
import { accountMessages } from '@afterhours/contract/account/account';
import type { FeatureContext } from '#http/feature.ts';
import type { Device } from '#http/gate/device-cookie.ts';
import { DAY, QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import { findKnownDevice } from './devices.ts';

/** The caller of an attempt, and the account. */
export type Attempt = { email: string; address: string; device: Device };

/** The caller calls `succeeded` after a successful attempt, which then does not count. */
export type CountedAttempt = { succeeded(): Promise<void> };

function createCounters({ createTryCounter, createNetworkCounter }: FeatureContext) {
  const message = accountMessages.tooManyTries;
  const counter = (name: string, tries: number, seconds = QUARTER_HOUR) =>
    createTryCounter({ name, tries, seconds, message });
  const network = (name: string, tries: number) =>
    createNetworkCounter({ name, tries, seconds: QUARTER_HOUR, message });
  return {
    signIns: { device: counter('login-device', 10), account: counter('login-account', 10) },
    signInNetwork: network('login-network', 30),
    codes: { own: counter('otp-own', 10), others: counter('otp-account', 10) },
    dailyCodes: { own: counter('otp-own-day', 30, DAY), others: counter('otp-account-day', 30, DAY) },
    codeNetwork: network('otp-network', 30),
    mails: { own: counter('account-mail-own', 5), others: counter('account-mail', 5) },
    mailNetwork: network('account-mail-network', 10),
  };
}

export function createAccountLimits(context: FeatureContext) {
  const { signIns, signInNetwork, codes, dailyCodes, codeNetwork, mails, mailNetwork } = createCounters(context);
  const keyOf = ({ email, device }: Attempt) => findKnownDevice(context.services.db, { email }, device);

  return {
    /** Counts an attempt at a password. */
    async takeSignIn(attempt: Attempt): Promise<CountedAttempt> {
      const { email, address } = attempt;
      const key = await keyOf(attempt);
      if (key !== null) {
        await signIns.device.take(key);
        return { succeeded: () => signIns.device.clear(key) };
      }
      await signInNetwork.take(address);
      await signIns.account.take(email);
      return {
        async succeeded() {
          await signIns.account.clear(email);
          await signInNetwork.giveBack(address);
        },
      };
    },

    /** Counts an attempt at the code that confirms an address. */
    async takeCode(attempt: Attempt): Promise<void> {
      const { email, address } = attempt;
      const who = (await keyOf(attempt)) === null ? 'others' : 'own';
      if (who === 'others') await codeNetwork.take(address);
      await codes[who].take(email);
      await dailyCodes[who].take(email);
    },

    /** Counts a mail to an address: a code, or a link to set a new password or to sign in. */
    async takeMail(purpose: 'verify' | 'reset' | 'change' | 'sign-in', attempt: Attempt): Promise<void> {
      const { email, address } = attempt;
      const who = (await keyOf(attempt)) === null ? 'others' : 'own';
      await mailNetwork.take(address);
      await mails[who].take(`${purpose}:${email}`);
    },
  };
}
