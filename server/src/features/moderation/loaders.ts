/**
 * What a member does not get to see: posts and comments they have reported, and the replies to those comments. Every
 * list, count and look-up goes through these conditions; a reader who is not signed in (null) sees everything.
 */
import { type RawBuilder, sql } from 'kysely';

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

/** SQL: how many replies to the comment `c` are not there for this viewer. */
export const hiddenRepliesCount = (viewerId: string | null): RawBuilder<number> =>
  viewerId === null
    ? sql`0`
    : sql`(SELECT count(*)::integer
        FROM comment_reports report JOIN comments hidden ON hidden.id = report.comment_id
        WHERE report.user_id = ${viewerId}::uuid AND report.post_id = c.post_id AND hidden.parent_id = c.id)`;
