import type { DailyKind } from '@afterhours/contract/base/route';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted } from './members.ts';

export type StoredLogo = { filename: string; width: number; height: number };

/** One row at most. `community/stored-settings.ts` reads and writes the settings. */
export type CommunitySettingsTable = {
  one: Generated<boolean>;
  settings: ColumnType<Record<string, unknown>, string, string>;
  version: number;
  /** A picture without an owner, by name. */
  logo: ColumnType<StoredLogo | null, string | null, string | null>;
  logo_version: Defaulted<number>;
  updated_at: Defaulted<Date>;
};

export type CommunityInvitationsTable = {
  id: string;
  code_hash: Buffer;
  made_by: string | null;
  uses_left: number;
  until: Date;
  created_at: Defaulted<Date>;
};

/** Members who wait until the staff accept them. */
export type JoinRequestsTable = {
  user_id: string;
  answer: string;
  /** When the address was confirmed, from when on staff see it. */
  ready_at: Date | null;
  created_at: Defaulted<Date>;
};

/** Hashes of addresses that may not ask again until a time. */
export type RefusedAddressesTable = { address_hash: Buffer; until: Date };

/** Rows are only ever added. A null text is the built-in one. */
export type TermsVersionsTable = {
  version: number;
  terms: string | null;
  privacy: string | null;
  published_by: string;
  published_at: Defaulted<Date>;
};

export type TermsAcceptancesTable = { user_id: string; version: number; accepted_at: Defaulted<Date> };

/** How often a member has done something on the latest day (UTC) on which they did it. */
export type DailyUseTable = { user_id: string; kind: DailyKind; day: Date; used: number };

/** Members whom the staff have approved to publish webinars. */
export type SellersTable = { user_id: string; approved_by: string | null; created_at: Defaulted<Date> };

/** Used challenges of proof of work, until they expire. */
export type UsedProofsTable = { proof_hash: Buffer; expires_at: Date };
