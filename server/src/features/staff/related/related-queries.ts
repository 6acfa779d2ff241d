import { MAX_LINKS } from '@afterhours/contract/profile/showcase';
import type { RelatedReason } from '@afterhours/contract/staff-people';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import { sanctionOf } from '#http/gate/sessions.ts';

/** What more members than this share says nothing of them. */
const RARE = 20;
const SHOWN = 20;
/** Rows that are read of one site, network or domain, however many there are; more than `RARE` members can have. */
const READ = 2 * RARE * MAX_LINKS;

export type RelatedRow = PersonRow & { reasons: RelatedReason[]; sanction: { until: string | null } | null };

/**
 * SQL: the members who share something with another, found by an index; none where too many do. The limit stands before
 * anything that reads all rows, such as DISTINCT. `mine` are rows of the
 * member, and `others` of the members who share one of them.
 */
const sharing = (reason: RelatedReason, mine: RawBuilder<unknown>, others: RawBuilder<unknown>) => sql`
  SELECT ${reason} AS reason, unnest(found.ids) AS user_id FROM (${mine}) mine CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT few.user_id) AS ids FROM (${others} LIMIT ${READ}) few
  ) found WHERE cardinality(found.ids) <= ${RARE}`;

/** Returns members whose accounts may be of the same people, those with most reasons first. */
export async function selectRelated(db: Db, userId: string): Promise<RelatedRow[]> {
  const me = sql`${userId}::uuid`;
  const found = [
    sharing(
      'network',
      sql`SELECT DISTINCT n.network FROM member_networks n WHERE n.user_id = ${me}`,
      sql`SELECT n.user_id FROM member_networks n WHERE n.network = mine.network AND n.user_id <> ${me}`,
    ),
    sharing(
      'invitation',
      sql`SELECT i.invitation_id FROM member_invitations i WHERE i.user_id = ${me}`,
      sql`SELECT i.user_id FROM member_invitations i WHERE i.invitation_id = mine.invitation_id AND i.user_id <> ${me}`,
    ),
    sharing(
      'mailbox',
      sql`SELECT split_part(u.email, '@', 2) AS domain FROM users u WHERE u.id = ${me} AND u.deleted_at IS NULL`,
      sql`SELECT u.id AS user_id FROM users u WHERE split_part(u.email, '@', 2) = mine.domain AND u.id <> ${me}`,
    ),
    sharing(
      'site',
      sql`SELECT DISTINCT site_of(l.url) AS site FROM profile_links l WHERE l.user_id = ${me}`,
      sql`SELECT l.user_id FROM profile_links l WHERE site_of(l.url) = mine.site AND l.user_id <> ${me}`,
    ),
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
