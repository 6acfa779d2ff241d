import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

/** Passkeys. `counter` is the last that the authenticator has reported (int8 arrives as text). */
export type CredentialsTable = {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: ColumnType<string, number, number>;
  transports: string[];
  backed_up: boolean;
  /** The host of the site when the passkey was made: it works there only. */
  rp_id: string;
  label: string;
  created_at: Defaulted<Date>;
  last_used_at: Date | null;
};

/** A challenge that an authenticator has not answered yet; only its hash is stored. */
export type CredentialChallengesTable = {
  challenge_hash: Buffer;
  purpose: 'register' | 'sign-in' | 'confirm';
  /** Null for a sign-in. */
  user_id: string | null;
  expires_at: Date;
};

/** Accounts at OpenID providers that sign members in. */
export type OidcIdentitiesTable = {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Defaulted<Date>;
};

/** A sign-in at an OpenID provider that has begun; `user_id` is set where a member links their account. */
export type OidcAttemptsTable = {
  state_hash: Buffer;
  device_hash: Buffer;
  nonce: string;
  code_verifier: string;
  user_id: string | null;
  expires_at: Date;
};

/** A mailed link that signs in; hashes of its token and of the browser that asked for it. */
export type SignInLinksTable = {
  token_hash: Buffer;
  user_id: string;
  device_hash: Buffer;
  created_at: Defaulted<Date>;
  expires_at: Date;
};

/** A mailed link to a copy of the member's data; a hash of its token. */
export type ExportLinksTable = {
  user_id: string;
  token_hash: Buffer;
  downloads_left: number;
  expires_at: Date;
};

/** Keyed hashes of the confirmed address of a deleted member whom a decision has banned. */
export type BannedContactsTable = {
  contact_hash: Buffer;
  decision_id: string;
  created_at: Defaulted<Date>;
};
