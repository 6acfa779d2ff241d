/**
 * Ties: who reaches a member without asking first. There is a tie if the two are connected, if the member follows the
 * sender, has accepted the chat with the sender or written in it, has received a job application from the sender, or if
 * the sender is on the staff. A first message from anybody else is a request.
 */
import { type RawBuilder, sql } from 'kysely';

/** SQL: whether the sender (SQL) has a tie to the receiver (SQL). */
export const hasTie = (senderId: RawBuilder<unknown>, receiverId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  EXISTS (SELECT 1 FROM conversation_members side WHERE side.user_id = ${receiverId}
    AND side.other_user_id = ${senderId} AND side.request IS NULL)
  OR EXISTS (SELECT 1 FROM connections tie WHERE tie.user_id = ${receiverId} AND tie.other_user_id = ${senderId})
  OR EXISTS (SELECT 1 FROM follows tie WHERE tie.follower_id = ${receiverId} AND tie.followed_id = ${senderId})
  OR EXISTS (SELECT 1 FROM staff WHERE staff.user_id = ${senderId})
  OR EXISTS (SELECT 1 FROM job_applications a JOIN posts job ON job.id = a.post_id
    WHERE a.user_id = ${senderId} AND job.user_id = ${receiverId}))`;
