import type { DailyKind } from '@afterhours/contract/base/route';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted } from './members.ts';

export type StoredLogo = { filename: string; width: number; height: number };

/** At most one row. `community/stored-settings.ts` reads and writes the settings. */
export type CommunitySettingsTable = {
  one: Generated<boolean>;
  settings: ColumnType<Record<string, unknown>, string, string>;
  version: number;
  /** An uploaded picture that has no owner. */
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

/** Members whose request to join the staff have not decided yet. */
export type JoinRequestsTable = {
  user_id: string;
  answer: string;
  /** When the address was confirmed; from then on the staff see the request. */
  ready_at: Date | null;
  created_at: Defaulted<Date>;
};

/** Hashes of the addresses of rejected people, who may not ask again until this time. */
export type RefusedAddressesTable = { address_hash: Buffer; until: Date };

/** Rows are only ever added. Where a text is null, the built-in one applies. */
export type TermsVersionsTable = {
  version: number;
  terms: string | null;
  privacy: string | null;
  published_by: string;
  published_at: Defaulted<Date>;
};

export type TermsAcceptancesTable = { user_id: string; version: number; accepted_at: Defaulted<Date> };

/** How often a member has done something on the most recent day (UTC) on which they did it. */
export type DailyUseTable = { user_id: string; kind: DailyKind; day: Date; used: number };

/** Members whom the staff have approved to publish webinars. */
export type SellersTable = { user_id: string; approved_by: string | null; created_at: Defaulted<Date> };

/** Solved proof-of-work challenges, kept until they expire so that none can be reused. */
export type UsedProofsTable = { proof_hash: Buffer; expires_at: Date };
