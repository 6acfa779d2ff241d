import type { ReportCategory } from '@afterhours/contract/moderation/moderation';
import type { MemberRole, StaffRole } from '@afterhours/contract/moderation/staff';
import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type StaffTable = {
  user_id: string;
  role: StaffRole;
  /** Null if the server's operator granted the role. */
  granted_by: string | null;
  /** True only for the demo's owner, on a machine that nobody else can reach. */
  without_second_factor: Defaulted<boolean>;
  created_at: Defaulted<Date>;
};

export type OwnerLinksTable = { token_hash: Buffer; expires_at: Date; created_at: Defaulted<Date> };

/**
 * The details of an entry besides the actor, the action and the subject. They contain no names and no texts, because
 * entries are kept forever. `member` is the author of the post or comment that was decided on. A sweep's entry counts
 * what it covered.
 */
export type AuditDetails = {
  from?: MemberRole;
  to?: MemberRole;
  reason?: ReportCategory;
  member?: string;
  /** The case that was decided, or whose decision was reversed. */
  case?: string;
  posts?: string;
  comments?: string;
  cases?: string;
  note?: string;
  amount?: string;
  currency?: string;
  /** The names of the settings that were changed, separated by commas. */
  settings?: string;
};

/** Rows are only ever added. `actor_id` is null for the server's operator; both ids outlive their members. */
export type AuditLogTable = {
  id: string;
  actor_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: ColumnType<AuditDetails, string, never>;
  created_at: Defaulted<Date>;
};
