/** Members as staff see them. */
import type { Label } from '@afterhours/contract/constants/labels';
import type { MemberRole } from '@afterhours/contract/moderation/staff';
import type { AnyAction, CaseKind } from '@afterhours/contract/moderation/staff-cases';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns, personJson } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { sanctionOf } from '#http/gate/sessions.ts';

export type StaffPersonRow = PersonRow & {
  email: string;
  confirmed: boolean;
  role: MemberRole;
  sanction: { until: string | null } | null;
  waiting: boolean;
  created_at: Date;
};

const columns = sql`u.id, ${personColumns}, u.email, u.email_verified_at IS NOT NULL AS confirmed,
  coalesce((SELECT s.role FROM staff s WHERE s.user_id = u.id), 'member') AS role, u.created_at,
  (SELECT json_build_object('until', kept.until) FROM (${sanctionOf(sql.ref('u.id'))}) kept) AS sanction,
  EXISTS (SELECT 1 FROM join_requests r WHERE r.user_id = u.id) AS waiting`;

export const staffPersonKey = (row: StaffPersonRow): CursorKey => [row.id];

/**
 * SQL: members whose names contain a word for each given prefix, by the text index; an address matches only as a whole.
 */
const matches = (keyword: string): RawBuilder<unknown> => sql`u.id IN (
    SELECT found.id FROM users found WHERE found.email = ${keyword.toLowerCase()}
    UNION SELECT m.user_id FROM member_search m WHERE m.document @@ (
      SELECT coalesce(string_agg(quote_literal(word) || ':*A', ' & '), '')::tsquery
      FROM unnest(search_words(${keyword}::text)) word))`;

/** Returns one page, plus one row, newest members first. */
export async function selectPeople(db: Db, keyword: string, start: PageStart): Promise<StaffPersonRow[]> {
  const after = start.after ? sql`AND u.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<StaffPersonRow>`
    SELECT ${columns} FROM users u
    WHERE u.deleted_at IS NULL ${keyword === '' ? sql`` : sql`AND ${matches(keyword)}`} ${after}
    ORDER BY u.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export type StaffPersonDetailRow = StaffPersonRow & {
  last_seen_at: Date | null;
  two_factor: boolean;
  passkeys: number;
  sessions: number;
  cases: number;
  seller: boolean;
};

export async function selectPerson(db: Db, userId: string): Promise<StaffPersonDetailRow | undefined> {
  const { rows } = await sql<StaffPersonDetailRow>`
    SELECT ${columns}, u.last_seen_at, u.two_factor_enabled_at IS NOT NULL AS two_factor,
      (SELECT count(*)::integer FROM credentials k WHERE k.user_id = u.id) AS passkeys,
      (SELECT count(*)::integer FROM sessions s WHERE s.user_id = u.id AND s.expires_at > now()) AS sessions,
      (SELECT count(*)::integer FROM cases c WHERE c.member_id = u.id) AS cases,
      EXISTS (SELECT 1 FROM sellers WHERE sellers.user_id = u.id) AS seller
    FROM users u WHERE u.id = ${userId}::uuid AND u.deleted_at IS NULL`.execute(db);
  return rows[0];
}

/** Returns true if there is such a member, banned or not. */
export async function memberExists(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('id', '=', userId).where('deleted_at', 'is', null);
  return (await query.executeTakeFirst()) !== undefined;
}

export type HistoryRow = {
  id: string;
  case_id: string;
  subject_kind: CaseKind;
  action: AnyAction;
  label: Label | null;
  rule: string | null;
  reversed: boolean;
  decider: PersonRow | null;
  created_at: Date;
};

/** Returns the latest decisions about a member. */
export async function selectHistory(db: Db, userId: string, limit: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT d.id, d.case_id, d.subject_kind, d.action, d.label, d.rule, d.created_at,
      EXISTS (SELECT 1 FROM decisions later WHERE later.reverses = d.id) AS reversed,
      ${personJson(sql.ref('d.decided_by'))} AS decider
    FROM decisions d WHERE d.member_id = ${userId}::uuid
    ORDER BY d.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns false if the member was already approved. */
export async function insertSeller(db: Db, userId: string, approvedBy: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sellers')
    .values({ user_id: userId, approved_by: approvedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false if the member was not approved. */
export async function deleteSeller(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sellers').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}
