/**
 * What happens to accounts, as a stream of its own in the log: lines with `event: "security"`, a `kind`, and whose
 * account and which network it was about. No password, token or code is ever in it.
 */
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../gate/network.ts';

type SecurityKind =
  | 'sign-in-failed'
  | 'sign-in'
  | 'sign-in-new-device'
  | 'sign-up'
  | 'address-confirmed'
  | 'address-changed'
  | 'password-changed'
  | 'password-reset'
  | 'account-reclaimed'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'sessions-ended'
  | 'data-exported'
  | 'account-deleted'
  | 'account-expired'
  | 'limit-reached';

type SecurityDetails = {
  memberId?: string;
  /** The address that a sign-in or a mail was asked for. */
  account?: string;
  /** The caller's address; its network is logged. */
  address?: string;
  sessionId?: string;
  /** How many of what was done. */
  count?: number;
  /** Which limit was reached, and for which account, member or network. */
  limit?: string;
  key?: string;
};

export type SecurityLog = { record(kind: SecurityKind, details?: SecurityDetails): void };

export const createSecurityLog = (log: FastifyBaseLogger): SecurityLog => ({
  record(kind, { address, ...details } = {}) {
    const network = address === undefined ? {} : { network: networkOf(address).narrow };
    const about = [details.limit, details.account ?? details.key ?? details.memberId].filter(Boolean).join(' ');
    log.info({ event: 'security', kind, ...details, ...network }, `security: ${kind} ${about}`.trimEnd());
  },
});
