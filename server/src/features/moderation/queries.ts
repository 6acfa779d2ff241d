import { commentReportable, postReportable } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

/** Stores a report of a post; a second one by the same member changes nothing. */
export async function insertPostReport(
  db: Db,
  report: { userId: string; postId: string; reason: string | null },
): Promise<void> {
  await db
    .insertInto('post_reports')
    .values({ id: newId(), user_id: report.userId, post_id: report.postId, reason: report.reason })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing())
    .execute();
}

/** Stores a report of a comment; a second one by the same member changes nothing. */
export async function insertCommentReport(
  db: Db,
  report: { userId: string; commentId: string; postId: string; reason: string | null },
): Promise<void> {
  await db
    .insertInto('comment_reports')
    .values({
      id: newId(),
      user_id: report.userId,
      comment_id: report.commentId,
      post_id: report.postId,
      reason: report.reason,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'comment_id']).doNothing())
    .execute();
}

/** Stores a report of a member; a second one by the same member changes nothing. */
export async function insertMemberReport(
  db: Db,
  report: { userId: string; reportedId: string; reason: string | null },
): Promise<void> {
  await db
    .insertInto('member_reports')
    .values({ id: newId(), user_id: report.userId, reported_id: report.reportedId, reason: report.reason })
    .onConflict((conflict) => conflict.columns(['user_id', 'reported_id']).doNothing())
    .execute();
}

/** Returns a post that this member can report; undefined for one that does not exist for them. */
export const selectReportablePost = (db: Db, userId: string, postId: string) =>
  db
    .selectFrom('posts as p')
    .select(['p.user_id as userId', 'p.post_type as postType'])
    .where('p.id', '=', postId)
    .where(postReportable(userId))
    .executeTakeFirst();

/** Returns a comment that this member can report; undefined for one that does not exist for them. */
export const selectReportableComment = (db: Db, userId: string, commentId: string) =>
  db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.user_id as userId', 'c.post_id as postId'])
    .where('c.id', '=', commentId)
    .where(commentReportable(userId))
    .executeTakeFirst();
