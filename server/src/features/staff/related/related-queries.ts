import type { RelatedReason } from '@afterhours/contract/moderation/staff-people';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { sanctionOf } from '#http/gate/sessions.ts';

/** Something shared by more members than this does not indicate a relation. */
const RARE = 20;
const SHOWN = 20;
export type RelatedRow = PersonRow & { reasons: RelatedReason[]; sanction: { until: string | null } | null };

type Shared = {
  /** SQL: what the member `me` has, as `shared`. */
  mine: RawBuilder<unknown>;
  /** SQL: the table to search, its member column, and the condition on `mine.shared`. */
  table: RawBuilder<unknown>;
  member: string;
  matches: RawBuilder<unknown>;
};

/**
 * SQL: the members who share something with another; none if too many do. They are found one after the other, with one
 * index step each: this way, a plan made with old statistics cannot read all rows that very many members share.
 */
const sharing = (me: RawBuilder<unknown>, reason: RelatedReason, { mine, table, member, matches }: Shared) => {
  const id = sql.ref(`other.${member}`);
  const next = (after: RawBuilder<unknown>) =>
    sql`(SELECT ${id} FROM ${table} other WHERE ${matches} ${after} ORDER BY ${id} LIMIT 1)`;
  return sql`
  SELECT ${reason} AS reason, unnest(found.ids) AS user_id FROM (${mine}) mine CROSS JOIN LATERAL (
    WITH RECURSIVE step (user_id, number) AS (
      SELECT ${next(sql``)}, 1
      UNION ALL
      SELECT ${next(sql`AND ${id} > step.user_id`)}, number + 1 FROM step
      WHERE step.user_id IS NOT NULL AND number < ${RARE + 2}
    )
    SELECT array_agg(step.user_id) AS ids FROM step WHERE step.user_id <> ${me}
  ) found WHERE cardinality(found.ids) <= ${RARE}`;
};

/** Returns members whose accounts may belong to the same person, those with the most reasons first. */
export async function selectRelated(db: Db, userId: string): Promise<RelatedRow[]> {
  const me = sql`${userId}::uuid`;
  const found = [
    sharing(me, 'network', {
      mine: sql`SELECT DISTINCT n.network AS shared FROM member_networks n WHERE n.user_id = ${me}`,
      table: sql`member_networks`,
      member: 'user_id',
      matches: sql`other.network = mine.shared`,
    }),
    sharing(me, 'invitation', {
      mine: sql`SELECT i.invitation_id AS shared FROM member_invitations i WHERE i.user_id = ${me}`,
      table: sql`member_invitations`,
      member: 'user_id',
      matches: sql`other.invitation_id = mine.shared`,
    }),
    sharing(me, 'mailbox', {
      mine: sql`SELECT split_part(u.email, '@', 2) AS shared FROM users u WHERE u.id = ${me} AND u.deleted_at IS NULL`,
      table: sql`users`,
      member: 'id',
      matches: sql`split_part(other.email, '@', 2) = mine.shared`,
    }),
    sharing(me, 'site', {
      mine: sql`SELECT DISTINCT site_of(l.url) AS shared FROM profile_links l WHERE l.user_id = ${me}`,
      table: sql`profile_links`,
      member: 'user_id',
      matches: sql`site_of(other.url) = mine.shared`,
    }),
  ];
  const { rows } = await sql<RelatedRow>`
    SELECT u.id, ${personColumns}, shared.reasons,
      (SELECT json_build_object('until', kept.until) FROM (${sanctionOf(sql.ref('u.id'))}) kept) AS sanction
    FROM (
      SELECT user_id, array_agg(DISTINCT reason ORDER BY reason) AS reasons
      FROM (${sql.join(found, sql` UNION ALL `)}) every GROUP BY user_id
    ) shared JOIN users u ON u.id = shared.user_id AND u.deleted_at IS NULL
    ORDER BY cardinality(shared.reasons) DESC, u.id DESC LIMIT ${SHOWN}`.execute(db);
  return rows;
}
