/** The audit log, latest first: keyset paging by id, on the primary key or on an index of actions or members. */
import type { AuditAction } from '@afterhours/contract/moderation/staff-audit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personJson } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';

export type AuditRow = {
  id: string;
  actor_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: Record<string, string>;
  created_at: Date;
  actor: PersonRow | null;
  member: PersonRow | null;
};

export const auditKey = (row: AuditRow): CursorKey => [row.id];

export type AuditFilters = { action: AuditAction | null; memberId: string | null };

/** Returns the entries that match; `rest` narrows, orders and limits them. */
function matching({ action, memberId }: AuditFilters, rest: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofAction = action === null ? sql`` : sql`AND a.action = ${action}`;
  if (memberId === null) return sql`SELECT a.* FROM audit_log a WHERE TRUE ${ofAction} ${rest}`;
  // A union, so that each condition uses its own index.
  return sql`(SELECT a.* FROM audit_log a WHERE a.actor_id = ${memberId}::uuid ${ofAction} ${rest})
    UNION (SELECT a.* FROM audit_log a WHERE a.subject_id = ${memberId}::uuid ${ofAction} ${rest})
    UNION (SELECT a.* FROM audit_log a WHERE a.details ->> 'member' = ${memberId} ${ofAction} ${rest})`;
}

/** Returns one page, plus one row. */
export async function selectAudit(db: Db, filters: AuditFilters, start: PageStart): Promise<AuditRow[]> {
  const after = start.after ? sql`AND a.id < ${start.after[0]}::uuid` : sql``;
  const entries = matching(filters, sql`${after} ORDER BY a.id DESC LIMIT ${start.limit + 1 + start.offset}`);
  const { rows } = await sql<AuditRow>`
    SELECT a.*, ${personJson(sql.ref('a.actor_id'))} AS actor,
      ${personJson(sql`coalesce((a.details ->> 'member')::uuid, a.subject_id)`)} AS member
    FROM (SELECT * FROM (${entries}) e ORDER BY id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}) a
    ORDER BY a.id DESC`.execute(db);
  return rows;
}

type Line = Pick<AuditRow, 'id' | 'actor_id' | 'action' | 'subject_kind' | 'subject_id' | 'details' | 'created_at'> & {
  actor_name: string | null;
};

const BATCH_SIZE = 1_000;

/** Yields all entries that match, oldest first, in batches. */
export async function* readAudit(db: Db, filters: AuditFilters): AsyncGenerator<Line> {
  let after = BEFORE_ALL_IDS;
  for (;;) {
    const entries = matching(filters, sql`AND a.id > ${after}::uuid ORDER BY a.id LIMIT ${BATCH_SIZE}`);
    const { rows } = await sql<Line>`
      SELECT a.*, u.first_name || ' ' || u.last_name AS actor_name
      FROM (${entries}) a LEFT JOIN users u ON u.id = a.actor_id AND u.deleted_at IS NULL
      ORDER BY a.id LIMIT ${BATCH_SIZE}`.execute(db);
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH_SIZE) return;
  }
}
