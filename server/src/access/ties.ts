/**
 * Ties: who reaches a member without asking first. The two are connected, the member follows the other, has accepted
 * the chat with the other or written in it, has got the other's application for a job, or the other is of the staff.
 * First messages of everybody else are requests.
 */
import { type RawBuilder, sql } from 'kysely';

/** SQL: whether one member (SQL) has a tie to reach another (SQL). */
export const hasTie = (senderId: RawBuilder<unknown>, receiverId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  EXISTS (SELECT 1 FROM conversation_members side WHERE side.user_id = ${receiverId}
    AND side.other_user_id = ${senderId} AND side.request IS NULL)
  OR EXISTS (SELECT 1 FROM connections tie WHERE tie.user_id = ${receiverId} AND tie.other_user_id = ${senderId})
  OR EXISTS (SELECT 1 FROM follows tie WHERE tie.follower_id = ${receiverId} AND tie.followed_id = ${senderId})
  OR EXISTS (SELECT 1 FROM staff WHERE staff.user_id = ${senderId})
  OR EXISTS (SELECT 1 FROM job_applications a JOIN posts job ON job.id = a.post_id
    WHERE a.user_id = ${senderId} AND job.user_id = ${receiverId}))`;
