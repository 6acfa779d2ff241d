import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

/** Passkeys. `counter` is the last one that the authenticator reported (int8 arrives as text). */
export type CredentialsTable = {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: ColumnType<string, number, number>;
  transports: string[];
  backed_up: boolean;
  /** The site's host when the passkey was created; the passkey works only there. */
  rp_id: string;
  label: string;
  created_at: Defaulted<Date>;
  last_used_at: Date | null;
};

/** A challenge that no authenticator has answered yet; only its hash is stored. */
export type CredentialChallengesTable = {
  challenge_hash: Buffer;
  purpose: 'register' | 'sign-in' | 'confirm';
  /** Null for a sign-in. */
  user_id: string | null;
  expires_at: Date;
};

/** Accounts at OpenID providers with which members sign in. */
export type OidcIdentitiesTable = {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Defaulted<Date>;
};

/** A sign-in that has started at an OpenID provider; `user_id` is set if a member is linking their account. */
export type OidcAttemptsTable = {
  state_hash: Buffer;
  device_hash: Buffer;
  nonce: string;
  code_verifier: string;
  user_id: string | null;
  expires_at: Date;
};

/** A mailed link that signs in, with hashes of its token and of the browser that requested it. */
export type SignInLinksTable = {
  token_hash: Buffer;
  user_id: string;
  device_hash: Buffer;
  created_at: Defaulted<Date>;
  expires_at: Date;
};

/** A mailed link to a copy of the member's data, with a hash of its token. */
export type ExportLinksTable = {
  user_id: string;
  token_hash: Buffer;
  downloads_left: number;
  expires_at: Date;
};

/** Keyed hashes of the confirmed addresses of deleted members whom a decision has banned. */
export type BannedContactsTable = {
  contact_hash: Buffer;
  decision_id: string;
  created_at: Defaulted<Date>;
};
