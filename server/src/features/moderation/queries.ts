import { sql } from 'kysely';
import { isForMember } from '#access/audience.ts';
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

/**
 * Returns a post that can be reported, or undefined when it is gone or not for this member. The condition includes
 * posts that the member has already reported and posts that are held, so that a repeated report gets the same response
 * as the first.
 */
export const selectReportablePost = (db: Db, userId: string, postId: string) =>
  db
    .selectFrom('posts as p')
    .select(['p.user_id as userId', 'p.post_type as postType'])
    .where('p.id', '=', postId)
    .where(isForMember(sql`${userId}::uuid`))
    .where((where) => where.or([where('p.hidden_by', 'is', null), where('p.held', '=', true)]))
    .executeTakeFirst();

/** Returns a comment that can be reported, under the same conditions. */
export const selectReportableComment = (db: Db, userId: string, commentId: string) =>
  db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.user_id as userId', 'c.post_id as postId'])
    .where('c.id', '=', commentId)
    .where(isForMember(sql`${userId}::uuid`))
    .where((where) => where.or([where('c.hidden_by', 'is', null), where('c.held', '=', true)]))
    .executeTakeFirst();
