/** SQL: how much of what a stored total counts is not visible to a viewer; it is subtracted from the total. */
import { type RawBuilder, sql } from 'kysely';
import { anyMember, isOneMember, type Viewer } from '#db/statements/viewers.ts';
import { leavingArray, unseenBy } from './visibility.ts';

/** A viewer whose id is SQL, for statements about several viewers. */
type ViewerSql = RawBuilder<unknown> | Exclude<Viewer, string>;
const toSql = (viewer: Viewer): ViewerSql => (isOneMember(viewer) ? sql`${viewer}::uuid` : viewer);

/** SQL: a post's comments by these members (an array), without replies to them. */
const commentsBy = (memberIds: RawBuilder<string[]>, postId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT theirs.id FROM comments theirs WHERE theirs.post_id = ${postId} AND theirs.user_id = ANY (${memberIds})`;

/** SQL: a post's comments that this viewer has reported or whose authors the viewer does not see, without replies. */
function unseenComments(viewer: ViewerSql, postId: RawBuilder<unknown>): RawBuilder<unknown> {
  if (viewer === anyMember) return commentsBy(leavingArray, postId);
  if (viewer === null)
    return sql`SELECT theirs.id FROM comments theirs JOIN users closed ON closed.id = theirs.user_id
      WHERE theirs.post_id = ${postId} AND closed.visibility = 'members' UNION ${commentsBy(leavingArray, postId)}`;
  return sql`SELECT report.comment_id AS id FROM comment_reports report
    WHERE report.user_id = ${viewer} AND report.post_id = ${postId} UNION ${commentsBy(unseenBy(viewer), postId)}`;
}

/** SQL: how many comments and replies below the post with the id `postId` (SQL) are not visible to this viewer. */
export const hiddenCommentsCountFor = (viewer: ViewerSql, postId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(SELECT coalesce(sum(1 + hidden.replies_count), 0)::integer
      FROM (${unseenComments(viewer, postId)}) unseen JOIN comments hidden ON hidden.id = unseen.id
      -- A reply below an invisible comment is counted with it.
      WHERE hidden.hidden_by IS NULL
        AND (hidden.parent_id IS NULL OR hidden.parent_id NOT IN (${unseenComments(viewer, postId)})))`;

export const hiddenCommentsCount = (viewer: Viewer, postId: RawBuilder<unknown>): RawBuilder<number> =>
  hiddenCommentsCountFor(toSql(viewer), postId);

/** SQL: how many top-level comments below the post with the id `postId` (SQL) are not visible to this viewer. */
export const hiddenThreadsCount = (viewer: Viewer, postId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(SELECT count(*)::integer
    FROM (${unseenComments(toSql(viewer), postId)}) unseen JOIN comments hidden ON hidden.id = unseen.id
    WHERE hidden.parent_id IS NULL AND hidden.hidden_by IS NULL)`;

/** SQL: how many replies to the comment `c` are not visible to this viewer. */
export const hiddenRepliesCount = (viewer: Viewer): RawBuilder<number> =>
  sql`(SELECT count(*)::integer
    FROM (${unseenComments(toSql(viewer), sql.ref('c.post_id'))}) unseen JOIN comments hidden ON hidden.id = unseen.id
    WHERE hidden.parent_id = c.id AND hidden.hidden_by IS NULL)`;

/**
 * SQL: how many likes of the post with the id `postId` are by members that this member does not see; both are SQL, for
 * several viewers.
 */
export const hiddenLikesCountFor = (viewerId: RawBuilder<unknown>, postId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(SELECT count(*)::integer FROM post_likes hidden
    WHERE hidden.post_id = ${postId} AND hidden.user_id = ANY (${unseenBy(viewerId)}))`;

/**
 * SQL: how many likes of the post with the id `postId` (SQL) are by members that this viewer does not see. For guests
 * it is 0: a total names nobody.
 */
export const hiddenLikesCount = (viewer: Viewer, postId: RawBuilder<unknown>): RawBuilder<number> =>
  isOneMember(viewer) ? hiddenLikesCountFor(sql`${viewer}::uuid`, postId) : sql`0`;

/** SQL: like `hiddenLikesCount`, for the likes of the comment `c`. */
export const hiddenCommentLikesCount = (viewer: Viewer): RawBuilder<number> =>
  isOneMember(viewer)
    ? sql`(SELECT count(*)::integer FROM comment_likes hidden
        WHERE hidden.comment_id = c.id AND hidden.user_id = ANY (${unseenBy(sql`${viewer}::uuid`)}))`
    : sql`0`;
