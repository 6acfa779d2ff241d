import { CompiledQuery } from 'kysely';
import type { Db } from '#db/pool.ts';

/** Each counted column and what it has to be, as SQL over its own row `t`; written apart from what keeps them. */
const truths: Record<string, Record<string, string>> = {
  posts: {
    likes_count: 'SELECT count(*) FROM post_likes x WHERE x.post_id = t.id',
    comments_count: 'SELECT count(*) FROM comments x WHERE x.post_id = t.id',
    ratings_count: 'SELECT count(*) FROM ratings x WHERE x.post_id = t.id AND x.user_id <> t.user_id',
    ratings_sum: 'SELECT coalesce(sum(x.rating), 0) FROM ratings x WHERE x.post_id = t.id AND x.user_id <> t.user_id',
  },
  comments: {
    likes_count: 'SELECT count(*) FROM comment_likes x WHERE x.comment_id = t.id',
    replies_count: 'SELECT count(*) FROM comments x WHERE x.parent_id = t.id',
  },
  hashtags: { posts_count: 'SELECT count(*) FROM post_hashtags x WHERE x.hashtag_id = t.id' },
  member_counters: {
    posts: 'SELECT count(*) FROM posts x WHERE x.user_id = t.user_id',
    followers: 'SELECT count(*) FROM follows x WHERE x.followed_id = t.user_id',
    followings: 'SELECT count(*) FROM follows x WHERE x.follower_id = t.user_id',
    connections: 'SELECT count(*) FROM connections x WHERE x.user_id = t.user_id',
    invitations: "SELECT count(*) FROM connection_requests x WHERE x.to_user_id = t.user_id AND x.status = 'pending'",
    sent_invitations:
      "SELECT count(*) FROM connection_requests x WHERE x.from_user_id = t.user_id AND x.status <> 'accepted'",
    total_notifications: 'SELECT count(*) FROM notifications x WHERE x.user_id = t.user_id',
    unread_notifications: 'SELECT count(*) FROM notifications x WHERE x.user_id = t.user_id AND x.read_at IS NULL',
    unread_messages: `SELECT count(*) FROM messages x JOIN conversation_members m USING (conversation_id)
      WHERE m.user_id = t.user_id AND x.sender_id <> t.user_id AND x.seq > greatest(m.read_seq, m.cleared_seq)
        AND x.deleted_at IS NULL`,
  },
  conversations: { last_seq: 'SELECT coalesce(max(x.seq), 0) FROM messages x WHERE x.conversation_id = t.id' },
};

/** The columns whose counts differ from the rows, with how many rows do; empty when all are true. */
export async function listWrongCounts(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const [table, columns] of Object.entries(truths)) {
    for (const [column, truth] of Object.entries(columns)) {
      const statement = `SELECT count(*) AS wrong FROM ${table} t WHERE t.${column} <> (${truth})`;
      const { rows } = await db.executeQuery<{ wrong: number }>(CompiledQuery.raw(statement));
      if (rows[0]?.wrong !== 0) wrong.push(`${table}.${column}: ${rows[0]?.wrong}`);
    }
  }
  return wrong;
}
