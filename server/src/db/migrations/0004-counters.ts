/**
 * Counts are columns, kept by statement triggers in the transaction of what they count. The database does it because
 * rows also go by cascade (a deleted member's likes, a deleted post's notifications), where no application code runs.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

type Counted = {
  /** The table whose rows are counted. */
  rows: string;
  /** The table and column that hold the count, and the key it is found by. */
  target: string;
  key: string;
  /** Column → what one counted row adds to it (SQL over the row `r`). */
  adds: Record<string, string>;
  /** The column of the counted row that names the target. */
  by: string;
  where?: string;
  /** Also follows changes of the counted row. */
  onUpdate?: boolean;
};

const counted: Counted[] = [
  { rows: 'post_likes', target: 'posts', key: 'id', by: 'post_id', adds: { likes_count: '1' } },
  { rows: 'comments', target: 'posts', key: 'id', by: 'post_id', adds: { comments_count: '1' } },
  {
    rows: 'comments',
    target: 'comments',
    key: 'id',
    by: 'parent_id',
    adds: { replies_count: '1' },
    where: 'r.parent_id IS NOT NULL',
  },
  { rows: 'comment_likes', target: 'comments', key: 'id', by: 'comment_id', adds: { likes_count: '1' } },
  {
    rows: 'ratings',
    target: 'posts',
    key: 'id',
    by: 'post_id',
    adds: { ratings_count: '1', ratings_sum: 'r.rating' },
    // One's own rating counts in no average.
    where: 'r.user_id <> (SELECT p.user_id FROM posts p WHERE p.id = r.post_id)',
    onUpdate: true,
  },
  { rows: 'post_hashtags', target: 'hashtags', key: 'id', by: 'hashtag_id', adds: { posts_count: '1' } },
  { rows: 'posts', target: 'member_counters', key: 'user_id', by: 'user_id', adds: { posts: '1' } },
  { rows: 'follows', target: 'member_counters', key: 'user_id', by: 'followed_id', adds: { followers: '1' } },
  { rows: 'follows', target: 'member_counters', key: 'user_id', by: 'follower_id', adds: { followings: '1' } },
  { rows: 'connections', target: 'member_counters', key: 'user_id', by: 'user_id', adds: { connections: '1' } },
  {
    rows: 'notifications',
    target: 'member_counters',
    key: 'user_id',
    by: 'user_id',
    adds: { total_notifications: '1', unread_notifications: '(r.read_at IS NULL)::integer' },
    onUpdate: true,
  },
  {
    rows: 'conversation_members',
    target: 'member_counters',
    key: 'user_id',
    by: 'user_id',
    adds: { unread_messages: 'r.unread_count' },
    onUpdate: true,
  },
];

const events = {
  INSERT: 'NEW TABLE AS new_rows',
  DELETE: 'OLD TABLE AS old_rows',
  UPDATE: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
} as const;

/** SQL that gives each target the sum of what the rows of a transition table add to it, times `sign`. */
function change({ target, key, by, adds, where }: Counted, transition: string): string {
  const columns = Object.keys(adds);
  const sums = Object.entries(adds).map(([column, value]) => `sum(${value})::integer AS ${column}`);
  return `
    UPDATE ${target} t SET ${columns.map((column) => `${column} = t.${column} + c.${column}`).join(', ')}
    FROM (SELECT r.${by} AS target_key, ${sums.join(', ')} FROM ${transition} r
      ${where ? `WHERE ${where}` : ''} GROUP BY 1) c
    WHERE t.${key} = c.target_key AND (${columns.map((column) => `c.${column} <> 0`).join(' OR ')});`;
}

function negated(entry: Counted): Counted {
  return {
    ...entry,
    adds: Object.fromEntries(Object.entries(entry.adds).map(([column, value]) => [column, `-(${value})`])),
  };
}

/**
 * For an update, the difference between the new and the old rows in one statement, so that a count never dips below
 * zero.
 */
function difference(entry: Counted): string {
  const columns = Object.keys(entry.adds);
  const side = (transition: string, sign: string) =>
    `SELECT r.${entry.by} AS target_key, ${Object.entries(entry.adds)
      .map(([column, value]) => `${sign}(${value}) AS ${column}`)
      .join(', ')} FROM ${transition} r ${entry.where ? `WHERE ${entry.where}` : ''}`;
  return `
    UPDATE ${entry.target} t SET ${columns.map((column) => `${column} = t.${column} + c.${column}`).join(', ')}
    FROM (
      SELECT target_key, ${columns.map((column) => `sum(${column})::integer AS ${column}`).join(', ')}
      FROM (${side('new_rows', '')} UNION ALL ${side('old_rows', '-')}) both_sides GROUP BY 1
    ) c
    WHERE t.${entry.key} = c.target_key AND (${columns.map((column) => `c.${column} <> 0`).join(' OR ')});`;
}

function statements(entry: Counted, number: number): RawBuilder<unknown>[] {
  const bodies: Partial<Record<keyof typeof events, string>> = {
    INSERT: change(entry, 'new_rows'),
    DELETE: change(negated(entry), 'old_rows'),
    ...(entry.onUpdate ? { UPDATE: difference(entry) } : {}),
  };
  return Object.entries(bodies).flatMap(([event, body]) => {
    const name = `count_${entry.rows}_${number}_${event.toLowerCase()}`;
    return [
      sql.raw(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`),
      sql.raw(
        `CREATE TRIGGER ${name} AFTER ${event} ON ${entry.rows} REFERENCING ${events[event as keyof typeof events]}
         FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
      ),
    ];
  });
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [number, entry] of counted.entries()) {
    for (const statement of statements(entry, number)) await statement.execute(db);
  }
  await sql`
    CREATE FUNCTION create_member_counters() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO member_counters (user_id) SELECT id FROM new_rows; RETURN NULL; END $$`.execute(db);
  await sql`
    CREATE TRIGGER create_member_counters AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION create_member_counters()`.execute(db);
}
