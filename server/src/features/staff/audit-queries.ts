/** The audit log, latest first: keyset paging by id, on the primary key or on an index of actions or members. */
import type { AuditAction } from '@afterhours/contract/moderation/staff-audit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
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

const personOf = (id: RawBuilder<unknown>) => sql`(SELECT to_jsonb(p) FROM (SELECT u.id, ${personColumns} FROM users u
  WHERE u.id = ${id} AND u.deleted_at IS NULL) p)`;

type Filters = { action: AuditAction | null; memberId: string | null };

/** Returns one page, plus one row. */
export async function selectAudit(db: Db, { action, memberId }: Filters, start: PageStart): Promise<AuditRow[]> {
  const after = start.after ? sql`AND a.id < ${start.after[0]}::uuid` : sql``;
  const ofAction = action === null ? sql`` : sql`AND a.action = ${action}`;
  const rest = sql`${ofAction} ${after} ORDER BY a.id DESC LIMIT ${start.limit + 1 + start.offset}`;
  // A union, so that each condition uses its own index.
  const entries =
    memberId === null
      ? sql`SELECT a.* FROM audit_log a WHERE TRUE ${rest}`
      : sql`(SELECT a.* FROM audit_log a WHERE a.actor_id = ${memberId}::uuid ${rest})
          UNION (SELECT a.* FROM audit_log a WHERE a.subject_id = ${memberId}::uuid ${rest})
          UNION (SELECT a.* FROM audit_log a WHERE a.details ->> 'member' = ${memberId} ${rest})`;
  const { rows } = await sql<AuditRow>`
    SELECT a.*, ${personOf(sql.ref('a.actor_id'))} AS actor,
      ${personOf(sql`coalesce((a.details ->> 'member')::uuid, a.subject_id)`)} AS member
    FROM (SELECT * FROM (${entries}) e ORDER BY id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}) a
    ORDER BY a.id DESC`.execute(db);
  return rows;
}

type Line = Pick<AuditRow, 'id' | 'actor_id' | 'action' | 'subject_kind' | 'subject_id' | 'details' | 'created_at'> & {
  actor_name: string | null;
};

const BATCH_SIZE = 1_000;

/** Yields the whole log, oldest first, in batches. */
export async function* readAudit(db: Db): AsyncGenerator<Line> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<Line>`
      SELECT a.*, u.first_name || ' ' || u.last_name AS actor_name
      FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id AND u.deleted_at IS NULL
      WHERE a.id > ${after}::uuid ORDER BY a.id LIMIT ${BATCH_SIZE}`.execute(db);
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH_SIZE) return;
  }
}
