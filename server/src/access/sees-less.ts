/** The few members to whom posts may look different than to others, because of a block, a report or held content. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { strangersTo } from './audience.ts';
import { shownTo } from './visibility.ts';

/** SQL: whether there is no block between this member (SQL) and any other. */
export const seesEveryone = (viewerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`NOT EXISTS (SELECT 1 FROM member_blocks unseen WHERE unseen.user_id = ${viewerId})`;

/** SQL: whether this member sees all posts that members share (`anyMember`), because no block or report hides any. */
export const seesSharedPosts = (viewerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${seesEveryone(viewerId)} AND NOT EXISTS (SELECT FROM post_reports report WHERE report.user_id = ${viewerId}))`;

/**
 * SQL: whether these posts (an array), or the comments below them, may look different to this member than to others,
 * because of a block, the member's own reports, or the member's held content. Every condition that depends on the
 * viewer has to be covered here.
 */
export const seesLess = (viewerId: RawBuilder<unknown>, postIds: RawBuilder<unknown>): RawBuilder<boolean> => {
  // IS TRUE makes the planner scan the member's few reports once, instead of once for each post.
  const reported = sql`report.user_id = ${viewerId} AND (report.post_id = ANY (${postIds})) IS TRUE`;
  return sql`(NOT ${seesEveryone(viewerId)} OR EXISTS (SELECT 1 FROM post_reports report WHERE ${reported})
    OR EXISTS (SELECT 1 FROM comment_reports report WHERE ${reported})
    OR EXISTS (SELECT 1 FROM posts own WHERE own.user_id = ${viewerId} AND own.held)
    OR EXISTS (SELECT 1 FROM comments own WHERE own.user_id = ${viewerId} AND own.held))`;
};

/**
 * Returns those of these members who may see this post differently from others: mostly none, and few unless the post is
 * hidden or held.
 */
export async function loadRestrictedViewers(
  db: Db,
  postId: string,
  viewerIds: readonly string[],
): Promise<{ userId: string; postHidden: boolean }[]> {
  if (viewerIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string; hidden: boolean }>`
    SELECT user_id, bool_or(hidden) AS hidden FROM (
      SELECT report.user_id, true AS hidden FROM post_reports report
        JOIN posts p ON p.id = report.post_id AND p.user_id <> report.user_id WHERE report.post_id = ${postId}::uuid
      UNION ALL SELECT user_id, false FROM comment_reports WHERE post_id = ${postId}::uuid
      UNION ALL SELECT own.user_id, false FROM comments own
        WHERE own.post_id = ${postId}::uuid AND own.held AND own.user_id = ANY (${viewerIds}::uuid[])
      UNION ALL SELECT b.user_id, b.other_user_id = (SELECT p.user_id FROM posts p WHERE p.id = ${postId}::uuid)
        FROM member_blocks b WHERE b.user_id = ANY (${viewerIds}::uuid[])
      UNION ALL SELECT viewer, true FROM unnest(${viewerIds}::uuid[]) viewer JOIN posts p ON p.id = ${postId}::uuid
        WHERE NOT ${shownTo('p', sql.ref('viewer'))}
      UNION ALL SELECT user_id, true FROM (${strangersTo(postId, sql`${viewerIds}::uuid[]`)}) strangers
    ) restricted WHERE user_id = ANY (${viewerIds}::uuid[]) GROUP BY user_id`.execute(db);
  return rows.map((row) => ({ userId: row.user_id, postHidden: row.hidden ?? false }));
}
