/**
 * The definition of every stored count, of every rank derived from counts, and of the words of every text, as SQL over
 * the row `t`. It is independent of the triggers that maintain them (db/migrations), so that each can be checked
 * against the other.
 */
export type CountedTable = { table: string; key: string; columns: Record<string, string> };

const sumOfLedger = (sign: string, kinds: string): string =>
  `SELECT coalesce(${sign}sum(x.amount), 0) FROM ledger x WHERE x.account = t.account
    AND x.provider = t.provider AND x.currency = t.currency AND ${kinds}`;

export const countedTables: readonly CountedTable[] = [
  {
    table: 'posts',
    key: 'id',
    columns: {
      likes_count: 'SELECT count(*) FROM post_likes x WHERE x.post_id = t.id',
      comments_count: 'SELECT count(*) FROM comments x WHERE x.post_id = t.id AND x.hidden_by IS NULL',
      threads_count:
        'SELECT count(*) FROM comments x WHERE x.post_id = t.id AND x.parent_id IS NULL AND x.hidden_by IS NULL',
      ratings_count: 'SELECT count(*) FROM ratings x WHERE x.post_id = t.id AND x.user_id <> t.user_id',
      ratings_sum: 'SELECT coalesce(sum(x.rating), 0) FROM ratings x WHERE x.post_id = t.id AND x.user_id <> t.user_id',
      heat: 'SELECT post_heat(t.likes_count, t.comments_count, t.ratings_count)',
      popularity: 'SELECT post_popularity(post_heat(t.likes_count, t.comments_count, t.ratings_count), t.created_at)',
      rating_score: 'SELECT (17.5 + t.ratings_sum)::double precision / (5 + t.ratings_count)',
      created_hour: "SELECT floor(extract(epoch FROM t.created_at AT TIME ZONE 'UTC') / 3600)::integer",
      words: "SELECT to_tsvector('simple', coalesce(t.title, '') || ' ' || t.description)",
    },
  },
  {
    table: 'comments',
    key: 'id',
    columns: {
      likes_count: 'SELECT count(*) FROM comment_likes x WHERE x.comment_id = t.id',
      replies_count: 'SELECT count(*) FROM comments x WHERE x.parent_id = t.id AND x.hidden_by IS NULL',
    },
  },
  {
    table: 'member_storage',
    key: 'user_id',
    columns: { bytes: 'SELECT coalesce(sum(x.bytes), 0) FROM uploads x WHERE x.owner_id = t.user_id' },
  },
  {
    table: 'hashtags',
    key: 'id',
    columns: { posts_count: 'SELECT count(*) FROM post_hashtags x WHERE x.hashtag_id = t.id' },
  },
  {
    table: 'conversation_members',
    key: 'conversation_id, user_id',
    columns: {
      unread_count: `SELECT count(*) FROM messages x
        WHERE x.conversation_id = t.conversation_id AND x.sender_id <> t.user_id
          AND x.seq > greatest(t.read_seq, t.cleared_seq) AND x.deleted_at IS NULL AND t.request IS NULL`,
    },
  },
  {
    table: 'ledger_totals',
    key: 'account, provider, currency',
    columns: {
      came_in: sumOfLedger('', "x.kind = 'payment'"),
      given_back: sumOfLedger('-', "x.kind IN ('refund', 'chargeback', 'share')"),
      paid_out: sumOfLedger('-', "x.kind = 'payout'"),
    },
  },
  {
    table: 'member_counters',
    key: 'user_id',
    columns: {
      posts: 'SELECT count(*) FROM posts x WHERE x.user_id = t.user_id AND x.hidden_by IS NULL',
      followers: 'SELECT count(*) FROM follows x WHERE x.followed_id = t.user_id',
      followings: 'SELECT count(*) FROM follows x WHERE x.follower_id = t.user_id',
      connections: 'SELECT count(*) FROM connections x WHERE x.user_id = t.user_id',
      invitations: "SELECT count(*) FROM connection_requests x WHERE x.to_user_id = t.user_id AND x.status = 'pending'",
      sent_invitations:
        "SELECT count(*) FROM connection_requests x WHERE x.from_user_id = t.user_id AND x.status <> 'accepted'",
      total_notifications: 'SELECT count(*) FROM notifications x WHERE x.user_id = t.user_id',
      unread_notifications: 'SELECT count(*) FROM notifications x WHERE x.user_id = t.user_id AND x.read_at IS NULL',
      unread_messages:
        'SELECT coalesce(sum(x.unread_count), 0) FROM conversation_members x WHERE x.user_id = t.user_id',
    },
  },
  {
    table: 'answer_rates',
    key: 'user_id',
    columns: {
      applications: 'SELECT count(*) FROM job_applications x WHERE x.poster_id = t.user_id AND x.counted',
      answered: `SELECT count(*) FROM job_applications x WHERE x.poster_id = t.user_id AND x.counted
        AND x.answered_at <= x.created_at + interval '14 days'`,
    },
  },
];
