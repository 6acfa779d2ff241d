/**
 * What a member does not get to see: posts and comments they have reported, and the replies to those comments. Every
 * list, count and look-up goes through these conditions; a reader who is not signed in (null) sees everything.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/pool.ts';

/** SQL: whether the post `p` is there for this viewer. */
export const postVisible = (viewerId: string | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql`TRUE`
    : sql`NOT EXISTS (SELECT 1 FROM post_reports report
        WHERE report.user_id = ${viewerId}::uuid AND report.post_id = p.id)`;

/** SQL: whether the comment `c` is there for this viewer. */
export const commentVisible = (viewerId: string | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql`TRUE`
    : sql`NOT EXISTS (SELECT 1 FROM comment_reports report
        WHERE report.user_id = ${viewerId}::uuid AND report.comment_id IN (c.id, c.parent_id))`;

/** SQL: how many comments and replies of the post with the id `postId` (SQL) are not there for this viewer. */
export const hiddenCommentsCount = (viewerId: string | null, postId: RawBuilder<unknown>): RawBuilder<number> =>
  viewerId === null
    ? sql`0`
    : sql`(SELECT coalesce(sum(1 + hidden.replies_count), 0)::integer
        FROM comment_reports report JOIN comments hidden ON hidden.id = report.comment_id
        WHERE report.user_id = ${viewerId}::uuid AND report.post_id = ${postId}
          -- A reply whose comment is reported too has gone with it.
          AND NOT EXISTS (SELECT 1 FROM comment_reports above
            WHERE above.user_id = report.user_id AND above.comment_id = hidden.parent_id))`;

/** Members for whom this post, or something under it, is not there. Few, and mostly none. */
export async function loadRestrictedViewers(
  db: Db,
  postId: string,
): Promise<{ userId: string; postHidden: boolean }[]> {
  const { rows } = await sql<{ user_id: string; hidden: boolean }>`
    SELECT user_id, bool_or(hidden) AS hidden FROM (
      SELECT user_id, true AS hidden FROM post_reports WHERE post_id = ${postId}::uuid
      UNION ALL SELECT user_id, false FROM comment_reports WHERE post_id = ${postId}::uuid
    ) reported GROUP BY user_id`.execute(db);
  return rows.map((row) => ({ userId: row.user_id, postHidden: row.hidden }));
}

/** SQL: how many replies to the comment `c` are not there for this viewer. */
export const hiddenRepliesCount = (viewerId: string | null): RawBuilder<number> =>
  viewerId === null
    ? sql`0`
    : sql`(SELECT count(*)::integer
        FROM comment_reports report JOIN comments hidden ON hidden.id = report.comment_id
        WHERE report.user_id = ${viewerId}::uuid AND report.post_id = c.post_id AND hidden.parent_id = c.id)`;
