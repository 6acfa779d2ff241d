/**
 * Sets the counts that triggers usually maintain in one go, after many rows were loaded. While the triggers are off,
 * nothing else may write; switching them off locks the tables until the end of the transaction.
 */
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { CompiledQuery } from 'kysely';

const COUNTED_TABLES = [
  'posts',
  'post_likes',
  'comments',
  'comment_likes',
  'ratings',
  'post_hashtags',
  'follows',
  'connections',
  'connection_requests',
  'notifications',
  'conversation_members',
];

/** The counts. `sets` maps a column of `target` to SQL over the rows `r` in `from`, grouped by the target's id `by`. */
const counts = [
  { target: 'posts', key: 'id', by: 'r.post_id', from: 'post_likes r', sets: { likes_count: 'count(*)' } },
  {
    target: 'posts',
    key: 'id',
    by: 'r.post_id',
    from: 'comments r',
    sets: { comments_count: 'count(*)', threads_count: 'count(*) FILTER (WHERE r.parent_id IS NULL)' },
  },
  {
    target: 'posts',
    key: 'id',
    by: 'r.post_id',
    from: 'ratings r JOIN posts p ON p.id = r.post_id AND p.user_id <> r.user_id',
    sets: { ratings_count: 'count(*)', ratings_sum: 'sum(r.rating)' },
  },
  { target: 'comments', key: 'id', by: 'r.comment_id', from: 'comment_likes r', sets: { likes_count: 'count(*)' } },
  {
    target: 'comments',
    key: 'id',
    by: 'r.parent_id',
    from: 'comments r WHERE r.parent_id IS NOT NULL',
    sets: { replies_count: 'count(*)' },
  },
  { target: 'hashtags', key: 'id', by: 'r.hashtag_id', from: 'post_hashtags r', sets: { posts_count: 'count(*)' } },
  { target: 'member_counters', key: 'user_id', by: 'r.user_id', from: 'posts r', sets: { posts: 'count(*)' } },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.followed_id',
    from: 'follows r',
    sets: { followers: 'count(*)' },
  },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.follower_id',
    from: 'follows r',
    sets: { followings: 'count(*)' },
  },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.user_id',
    from: 'connections r',
    sets: { connections: 'count(*)' },
  },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.to_user_id',
    from: "connection_requests r WHERE r.status = 'pending'",
    sets: { invitations: 'count(*)' },
  },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.from_user_id',
    from: "connection_requests r WHERE r.status <> 'accepted'",
    sets: { sent_invitations: 'count(*)' },
  },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.user_id',
    from: 'notifications r',
    sets: { total_notifications: 'count(*)', unread_notifications: 'count(*) FILTER (WHERE r.read_at IS NULL)' },
  },
  {
    target: 'member_counters',
    key: 'user_id',
    by: 'r.user_id',
    from: 'conversation_members r',
    sets: { unread_messages: 'sum(r.unread_count)' },
  },
];

type Count = (typeof counts)[number];

/** Sets all counts of one target in one pass over it, because updating every row is the expensive part. */
function setCounts(target: string, entries: readonly Count[]): string {
  const joins = entries.map(({ by, from, sets }, index) => {
    const sums = Object.entries(sets).map(([column, value]) => `${value} AS ${column}`);
    return `LEFT JOIN (SELECT ${by} AS counted, ${sums.join(', ')} FROM ${from} GROUP BY 1) c${index}
      ON c${index}.counted = o.${entries[0]?.key}`;
  });
  const columns = entries.flatMap(({ sets }, index) =>
    Object.keys(sets).map((column) => `${column} = coalesce(c${index}.${column}, 0)`),
  );
  const key = entries[0]?.key;
  return `UPDATE ${target} t SET ${columns.join(', ')} FROM ${target} o ${joins.join(' ')} WHERE o.${key} = t.${key}`;
}

async function switchTriggers(db: Db, action: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of COUNTED_TABLES)
    await db.executeQuery(CompiledQuery.raw(`ALTER TABLE ${table} ${action} TRIGGER USER`));
}

/** Keeps the triggers on that derive columns from a post's own row. */
const ENABLE_ROW_TRIGGERS = 'ALTER TABLE posts ENABLE TRIGGER posts_rank, ENABLE TRIGGER posts_words';

/** Runs `load` in the transaction `db` without counting row by row. Then turns the triggers on and sets all counts. */
export async function countAtEnd(db: Db, load: () => Promise<void>): Promise<void> {
  await switchTriggers(db, 'DISABLE');
  await db.executeQuery(CompiledQuery.raw(ENABLE_ROW_TRIGGERS));
  await load();
  // The triggers do not count these updates, and one of them has to derive a post's ranks from its counts.
  await switchTriggers(db, 'ENABLE');
  for (const [target, entries] of Map.groupBy(counts, (count) => count.target))
    await db.executeQuery(CompiledQuery.raw(setCounts(target, entries)));
}
