/**
 * The visibility rule. Members do not see other members' posts, or comments, that they have reported (nor the
 * replies to those comments), and nothing by a member if either of the two has blocked the other. Content that a staff
 * decision hides (`hidden_by`) is hidden from everyone, including its author and guests (the viewer null). Content
 * that is held until somebody decides (`held`) is hidden in the same way, but its author can still read, edit and
 * delete it; nobody, including the author, can comment on it or like it. Neither counts in any total. A banned member
 * is hidden from everyone, and so is a member whose request to join has not been accepted. A ban hides the member's
 * content by `hidden_by` and takes the member's likes, follows and connections out of their tables, so that lists of
 * these need no check for bans. For large accounts a job does it, and the deletion of the account, in batches. Until it
 * is done, a row of `member_moves` hides the member with everything by them. What the author's choice of an audience
 * hides is in `audience.ts`. Every list, count and look-up uses these conditions:
 *
 * | Row                                              | Read by one viewer | About several viewers |
 * | ------------------------------------------------ | ------------------ | --------------------- |
 * | member `u`                                       | `memberVisible`    | `memberVisibleTo`     |
 * | member behind a like, which a ban removes        | `likerVisible`     | –                     |
 * | post `p` in a list of everyone's posts           | `postListed`       | –                     |
 * | post `p` in another list, or by itself           | `postVisible`      | `postVisibleTo`       |
 * | comment `c`                                      | `commentVisible`   | `commentVisibleTo`    |
 *
 * The viewer of the first column is a member, a guest, or `anyMember` for rows that members share. The second column is
 * for writes and notifications, to which held content does not exist, even for its author. `hidden-counts.ts` counts
 * what a viewer does not see. `sees-less.ts` finds the few viewers to whom posts look different than to others: it has
 * to cover every condition that depends on the viewer.
 */
import { type RawBuilder, sql } from 'kysely';
import { anyMember, isOneMember, type Viewer } from '#db/statements/viewers.ts';
import { isFor, isForAll, isForMember, openToGuests } from './audience.ts';
import { notExistsPerRow } from './not-exists-per-row.ts';

/** SQL: the members who leave: a job is still taking their rows away. There are nearly always none. */
const leavingMembers = sql`SELECT moved.user_id FROM member_moves moved WHERE moved.kind <> 'return'`;

/** SQL: the same as an array, which is evaluated once per statement. */
export const leavingArray: RawBuilder<string[]> = sql`ARRAY(${leavingMembers})`;

/** SQL: whether a member (SQL) is not one of them; for rows that are otherwise gone when the member is. */
export const notLeaving = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${memberId} <> ALL (${leavingArray})`;

/** SQL: the members that this viewer (SQL) does not see, as an array, which an index on members is searched with. */
export const unseenBy = (viewerId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql`ARRAY(SELECT unseen.other_user_id FROM member_blocks unseen WHERE unseen.user_id = ${viewerId}
    UNION ALL ${leavingMembers})`;

/** SQL: the members that this viewer does not see, as an array that is evaluated once per statement. */
const unseenMembers = (viewerId: string): RawBuilder<string[]> => unseenBy(sql`${viewerId}::uuid`);

/** SQL: whether there is no block between two members; sufficient for rows that a ban hides or removes by itself. */
const notBlocked = (oneId: RawBuilder<unknown>, otherId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`NOT EXISTS (SELECT 1 FROM member_blocks unseen WHERE unseen.user_id = ${oneId}
    AND unseen.other_user_id = ${otherId})`;

// Members

/**
 * SQL: whether the request to join of the member `u`, if any, has been accepted, read from the row itself. Use it
 * before `memberVisible` where a list may have to pass over thousands who wait.
 */
export const pastJoining = sql<boolean>`NOT u.waiting`;

/** SQL: whether neither a ban nor a request to join hides this member (SQL) from everyone. */
const isAdmitted = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${notExistsPerRow(sql`SELECT 1 FROM sanctions ban WHERE ban.user_id = ${memberId} AND ban.until IS NULL`)}
    AND ${notExistsPerRow(sql`SELECT 1 FROM join_requests request WHERE request.user_id = ${memberId}`)}
    AND ${notLeaving(memberId)})`;

/** SQL: like `openToGuests`, for rows that are hidden or gone when the member is banned. */
const seenByGuests = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${openToGuests(memberId)} AND ${notLeaving(memberId)})`;

/** SQL: whether this viewer sees a member through a row, such as a like, that a ban takes out of its table. */
export function likerVisible(viewer: Viewer, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (viewer === anyMember) return notLeaving(memberId);
  return viewer === null ? seenByGuests(memberId) : sql`${memberId} <> ALL (${unseenMembers(viewer)})`;
}

/** SQL: whether the member with the id `memberId` (SQL; default `u.id`) is visible to this viewer. */
export const memberVisible = (viewer: Viewer, memberId: RawBuilder<unknown> = sql.ref('u.id')): RawBuilder<boolean> =>
  viewer === anyMember ? isAdmitted(memberId) : sql`(${likerVisible(viewer, memberId)} AND ${isAdmitted(memberId)})`;

/** SQL: whether a member is visible to another one, the viewer; for statements about several pairs of members. */
export const memberVisibleTo = (viewerId: RawBuilder<unknown>, memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${notBlocked(viewerId, memberId)} AND ${isAdmitted(memberId)})`;

// Posts and comments

/** SQL: whether the row of this alias, a post or comment, is visible to this member (SQL), as far as decisions go. */
export const shownTo = (alias: 'p' | 'c', viewerId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(${of('hidden_by')} IS NULL OR (${of('held')} AND ${of('user_id')} = ${viewerId}))`;
};

/** SQL: the rule by which the row of this alias is held; null for nearly all rows. */
export const heldRule = (alias: 'p' | 'c'): RawBuilder<string | null> =>
  sql`CASE WHEN ${sql.ref(`${alias}.held`)} THEN
    (SELECT hold.rule FROM decisions hold WHERE hold.id = ${sql.ref(`${alias}.hidden_by`)}) END`;

// Posts

/** SQL: whether the post `p` is visible to this viewer. */
export const postVisible = (viewer: Viewer): RawBuilder<boolean> =>
  isOneMember(viewer)
    ? sql`(${shownTo('p', sql`${viewer}::uuid`)} AND ${isFor(viewer)} AND p.user_id <> ALL (${unseenMembers(viewer)})
        AND (p.user_id = ${viewer}::uuid OR p.id <> ALL (ARRAY(SELECT report.post_id FROM post_reports report
          WHERE report.user_id = ${viewer}::uuid))))`
    : sql`(p.hidden_by IS NULL AND ${isFor(viewer)} AND ${notLeaving(sql.ref('p.user_id'))})`;

/** SQL: whether the post `p` appears in this viewer's lists of everyone's posts. */
export const postListed = (viewer: Viewer): RawBuilder<boolean> =>
  isOneMember(viewer) ? sql`(${isForAll(viewer)} AND ${postVisible(viewer)})` : postVisible(viewer);

/**
 * SQL: whether the post `p` is visible to the member with the id `viewerId` (SQL); for statements with several viewers.
 */
export const postVisibleTo = (viewerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(p.hidden_by IS NULL AND ${isForMember(viewerId)} AND ${notLeaving(sql.ref('p.user_id'))}
    AND ${notBlocked(viewerId, sql.ref('p.user_id'))}
    AND NOT EXISTS (SELECT 1 FROM post_reports report
      WHERE report.user_id = ${viewerId} AND report.post_id = p.id AND p.user_id <> report.user_id))`;

/**
 * SQL: whether this member can report the post `p`. They can report again what they have reported before, and what has
 * been held since, so that a repeated report gets the same response as the first.
 */
export const postReportable = (viewerId: string): RawBuilder<boolean> =>
  sql`((p.hidden_by IS NULL OR p.held) AND ${isFor(viewerId)} AND p.user_id <> ALL (${unseenMembers(viewerId)}))`;

// Comments

/** SQL: whether the comment `c` is not a reply to a comment by one of these members (an array). */
const notReplyTo = (memberIds: RawBuilder<string[]>): RawBuilder<boolean> =>
  sql`(c.parent_id IS NULL OR NOT EXISTS (SELECT 1 FROM comments above
    WHERE above.id = c.parent_id AND above.user_id = ANY (${memberIds})))`;

/** SQL: whether guests may see the author of a comment (an alias of `comments`). */
const openComment = (alias: string) => seenByGuests(sql.ref(`${alias}.user_id`));

/** SQL: whether the comment `c` is visible to this viewer. */
export function commentVisible(viewer: Viewer): RawBuilder<boolean> {
  if (viewer === anyMember)
    return sql`(c.hidden_by IS NULL AND ${notLeaving(sql.ref('c.user_id'))} AND ${notReplyTo(leavingArray)})`;
  if (viewer === null)
    return sql`(c.hidden_by IS NULL AND ${openComment('c')} AND (c.parent_id IS NULL
      OR EXISTS (SELECT 1 FROM comments above WHERE above.id = c.parent_id AND ${openComment('above')})))`;
  return sql`(${shownTo('c', sql`${viewer}::uuid`)} AND c.user_id <> ALL (${unseenMembers(viewer)})
    AND NOT EXISTS (SELECT 1 FROM comment_reports report
      WHERE report.user_id = ${viewer}::uuid AND report.comment_id IN (c.id, c.parent_id))
    AND ${notReplyTo(unseenMembers(viewer))})`;
}

/**
 * SQL: whether the comment `c` is visible to the member with the id `viewerId` (SQL); for statements with several
 * viewers.
 */
export const commentVisibleTo = (viewerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(c.hidden_by IS NULL AND ${notLeaving(sql.ref('c.user_id'))} AND ${notBlocked(viewerId, sql.ref('c.user_id'))}
    AND NOT EXISTS (SELECT 1 FROM comment_reports report
      WHERE report.user_id = ${viewerId} AND report.comment_id IN (c.id, c.parent_id))
    AND ${notReplyTo(unseenBy(viewerId))})`;

/** SQL: whether this member can report the comment `c` on the post `p`, under the same conditions. */
export const commentReportable = (viewerId: string): RawBuilder<boolean> =>
  sql`((c.hidden_by IS NULL OR c.held) AND ${postReportable(viewerId)}
    AND c.user_id <> ALL (${unseenMembers(viewerId)}) AND ${notReplyTo(unseenMembers(viewerId))})`;
