import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { sql } from 'kysely';

/** Ensures that no member was last online before their last action: writing, liking, following or reading a chat. */
export async function writePresence(db: Db): Promise<void> {
  await sql`
    UPDATE users u SET last_seen_at = active.at, updated_at = greatest(u.updated_at, active.at)
    FROM (
      SELECT user_id, max(at) AS at FROM (
        SELECT user_id, created_at AS at FROM posts
        UNION ALL SELECT user_id, created_at FROM comments
        UNION ALL SELECT user_id, created_at FROM post_likes
        UNION ALL SELECT follower_id, created_at FROM follows
        UNION ALL SELECT from_user_id, created_at FROM connection_requests
        UNION ALL SELECT sender_id, created_at FROM messages
        UNION ALL SELECT user_id, last_message_at FROM conversation_members WHERE unread_count = 0
      ) action GROUP BY user_id
    ) active
    WHERE u.id = active.user_id AND active.at > u.last_seen_at`.execute(db);
}
