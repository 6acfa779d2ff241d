import type { ReportCategory } from '@afterhours/contract/moderation';
import type { MemberRole, StaffRole } from '@afterhours/contract/staff';
import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type StaffTable = {
  user_id: string;
  role: StaffRole;
  /** Null when the operator of the server granted it. */
  granted_by: string | null;
  /** Only the demo's owner, on a machine that nobody else can reach. */
  without_second_factor: Defaulted<boolean>;
  created_at: Defaulted<Date>;
};

export type OwnerLinksTable = { token_hash: Buffer; expires_at: Date; created_at: Defaulted<Date> };

/**
 * What an entry says beside who, what and whom: no names and no texts, because entries stay. `member` is the author of
 * a post or comment that was decided on. A sweep says how many it went through.
 */
export type AuditDetails = {
  from?: MemberRole;
  to?: MemberRole;
  reason?: ReportCategory;
  member?: string;
  posts?: string;
  comments?: string;
  cases?: string;
  note?: string;
};

/** Rows are only ever added. `actor_id` is null for the operator of the server; both ids outlive their members. */
export type AuditLogTable = {
  id: string;
  actor_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: ColumnType<AuditDetails, string, never>;
  created_at: Defaulted<Date>;
};
