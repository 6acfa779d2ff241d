/**
 * Security events of accounts, as a separate stream in the log: lines with `event: "security"`, a `kind`, the account
 * and the network. They never contain a password, token or code.
 */
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../gate/network.ts';

type SecurityKind =
  | 'sign-in-failed'
  | 'proof-failed'
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
  | 'factors-removed'
  | 'recovery-code-used'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-counter'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'sessions-ended'
  | 'data-exported'
  | 'account-deleted'
  | 'account-expired'
  | 'role-changed'
  | 'limit-reached';

/** How somebody signs in, or tries to; `code` is the second step of any other way. */
export type SignInMethod = 'password' | 'code' | 'passkey' | 'link' | 'google' | 'oidc';

type SecurityDetails = {
  memberId?: string;
  method?: SignInMethod;
  /** The address for which a sign-in or a mail was requested. */
  account?: string;
  /** The caller's address; only its network is logged. */
  address?: string;
  sessionId?: string;
  /** The number of items. */
  count?: number;
  /** The limit that was reached; `key` is its account, member or network. */
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
