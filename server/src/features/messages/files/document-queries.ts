import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/**
 * Whether a member may send documents to another: the two are connected, the other member has written to them, or the
 * other member owns a job that they applied for.
 */
export async function maySendDocuments(db: Db, senderId: string, receiverId: string): Promise<boolean> {
  const [sender, receiver] = [sql`${senderId}::uuid`, sql`${receiverId}::uuid`];
  const { rows } = await sql<{ may: boolean }>`
    SELECT EXISTS (SELECT 1 FROM connections c WHERE c.user_id = ${sender} AND c.other_user_id = ${receiver})
      OR EXISTS (
        SELECT 1 FROM conversations t JOIN messages m ON m.conversation_id = t.id AND m.sender_id = ${receiver}
        WHERE t.member_a = least(${sender}, ${receiver}) AND t.member_b = greatest(${sender}, ${receiver})
      )
      OR EXISTS (
        SELECT 1 FROM job_applications a JOIN posts p ON p.id = a.post_id
        WHERE a.user_id = ${sender} AND p.user_id = ${receiver}
      ) AS may`.execute(db);
  return rows[0]?.may === true;
}
