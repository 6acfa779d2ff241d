/** The rows by which a member counts for others, taken out of their tables and put back. */
import { type RawBuilder, sql } from 'kysely';
import { lockAgainstDeletion } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';

/** How many rows of each kind one batch processes: about a tenth of a second. */
const ROWS_AT_ONCE = 250;
const most = sql.lit(ROWS_AT_ONCE);

/** The tables whose rows count for others, each with the columns that name members. */
const relations = {
  post_likes: ['user_id'],
  comment_likes: ['user_id'],
  ratings: ['user_id'],
  follows: ['follower_id', 'followed_id'],
  connections: ['user_id', 'other_user_id'],
  connection_requests: ['from_user_id', 'to_user_id'],
} as const;
type Relation = keyof typeof relations;
const all = Object.keys(relations) as Relation[];

/** SQL: a batch of the rows of a table in which this column names the member. */
const someBy = (relation: Relation, column: string, userId: string, selected: RawBuilder<unknown>) =>
  sql`(SELECT ${selected} FROM ${sql.table(relation)} t WHERE t.${sql.ref(column)} = ${userId}::uuid LIMIT ${most})`;

/** How many rows that count for nobody else one transaction may delete. */
const OWN_ROWS_AT_ONCE = 2_500;

/** Whether the member has more rows of any kind than one batch takes. */
export async function isLargeAccount(db: Db, userId: string): Promise<boolean> {
  const beyond = (table: string, column: string, rows: number) => sql`
    EXISTS (SELECT 1 FROM ${sql.table(table)} t WHERE t.${sql.ref(column)} = ${userId}::uuid OFFSET ${sql.lit(rows)})`;
  const counted = [
    ...all.flatMap((relation) => relations[relation].map((column) => [relation, column] as const)),
    ['posts', 'user_id'],
    ['comments', 'user_id'],
    ['conversation_members', 'other_user_id'],
    ['notification_actors', 'actor_id'],
  ] as const;
  const own = [
    ['messages', 'sender_id'],
    ['notifications', 'user_id'],
    ['uploads', 'owner_id'],
  ] as const;
  const conditions = [
    ...counted.map(([table, column]) => beyond(table, column, ROWS_AT_ONCE)),
    ...own.map(([table, column]) => beyond(table, column, OWN_ROWS_AT_ONCE)),
  ];
  const { rows } = await sql<{ many: boolean }>`SELECT ${sql.join(conditions, sql` OR `)} AS many`.execute(db);
  return rows[0]?.many ?? false;
}

/**
 * Locks the rows whose counts a batch changes, in the order that all writers use: first posts by id, those of the
 * member among them, then the counts of members by id.
 */
export async function lockSomeAffected(db: Db, userId: string): Promise<void> {
  const postIds = sql.join(
    [
      sql`(SELECT own.id FROM posts own WHERE own.user_id = ${userId}::uuid AND own.hidden_by IS NULL LIMIT ${most})`,
      sql`(SELECT c.post_id FROM comments c
        WHERE c.user_id = ${userId}::uuid AND c.hidden_by IS NULL LIMIT ${most})`,
      someBy('post_likes', 'user_id', userId, sql`t.post_id`),
      someBy('ratings', 'user_id', userId, sql`t.post_id`),
      sql`(SELECT c.post_id FROM ${someBy('comment_likes', 'user_id', userId, sql`t.comment_id`)} l
        JOIN comments c ON c.id = l.comment_id)`,
    ],
    sql` UNION `,
  );
  // A subquery in an array is evaluated first and searched for in the index; otherwise the whole table may be read.
  await sql`SELECT 1 FROM posts p WHERE p.id = ANY (ARRAY(${postIds})) ORDER BY p.id FOR UPDATE`.execute(db);
  const memberIds = sql.join(
    (['follows', 'connections', 'connection_requests'] as const).flatMap((relation) => {
      const [one, other] = relations[relation];
      return [
        someBy(relation, one, userId, sql`t.${sql.ref(other)}`),
        someBy(relation, other, userId, sql`t.${sql.ref(one)}`),
      ];
    }),
    sql` UNION `,
  );
  await sql`
    SELECT 1 FROM member_counters m WHERE m.user_id = ANY (ARRAY(SELECT ${userId}::uuid UNION ${memberIds}))
    ORDER BY m.user_id FOR UPDATE`.execute(db);
}

/** Rows that were taken or put back: the posts that they like or rate, and whether more rows may remain. */
export type BatchOfRows = { isFull: boolean; postIds: string[] };

/**
 * Deletes a batch of the member's rows from each of these tables; triggers adjust every count. Stores them in
 * `put_away_rows` under the decision, unless it is null.
 */
export async function takeRows(db: Db, userId: string, decisionId: string | null): Promise<BatchOfRows> {
  const taken: BatchOfRows = { isFull: false, postIds: [] };
  for (const relation of all) {
    const places = relations[relation].map((column) => someBy(relation, column, userId, sql`t.ctid`));
    const gone = sql`
      DELETE FROM ${sql.table(relation)} t WHERE t.ctid = ANY (ARRAY(${sql.join(places, sql` UNION ALL `)}))
      RETURNING to_jsonb(t) AS row`;
    const kept = sql`
      INSERT INTO put_away_rows (decision_id, user_id, relation, row)
      SELECT ${decisionId}::uuid, ${userId}::uuid, ${relation}, row FROM gone RETURNING row`;
    const { rows } = await sql<{ post_id: string | null }>`
      WITH gone AS (${gone}), kept AS (${decisionId === null ? sql`SELECT row FROM gone` : kept})
      SELECT row ->> 'post_id' AS post_id FROM kept`.execute(db);
    taken.isFull ||= rows.length >= ROWS_AT_ONCE;
    taken.postIds.push(...rows.flatMap(({ post_id }) => post_id ?? []));
  }
  return taken;
}

/** SQL: whether everything that a stored row refers to still exists: the content, or both members without a block. */
const existsStill = {
  post_likes: sql`EXISTS (SELECT 1 FROM posts p WHERE p.id = r.post_id)`,
  comment_likes: sql`EXISTS (SELECT 1 FROM comments c WHERE c.id = r.comment_id)`,
  ratings: sql`EXISTS (SELECT 1 FROM posts p WHERE p.id = r.post_id)`,
  follows: bothExist('follower_id', 'followed_id'),
  connections: bothExist('user_id', 'other_user_id'),
  connection_requests: bothExist('from_user_id', 'to_user_id'),
};

function bothExist(one: string, other: string) {
  const [first, second] = [sql.ref(`r.${one}`), sql.ref(`r.${other}`)];
  return sql`(SELECT count(*) FROM users u WHERE u.id IN (${first}, ${second})) = 2
    AND NOT EXISTS (SELECT 1 FROM member_blocks b WHERE b.user_id = ${first} AND b.other_user_id = ${second})`;
}

/** SQL: the members that the stored row `away` names. */
const membersIn = sql.join(
  [...new Set(Object.values(relations).flat())].map((column) => sql`(away.row ->> ${sql.lit(column)})::uuid`),
);

/** Locks the members, posts and counts that these stored rows name, in the order that all writers use. */
async function lockStored(db: Db, ids: readonly string[]): Promise<void> {
  const stored = sql`FROM put_away_rows away WHERE away.id = ANY (${ids}::bigint[])`;
  const memberIds = sql`SELECT unnest(ARRAY[${membersIn}]) ${stored}`;
  await lockAgainstDeletion(db, memberIds);
  await sql`
    SELECT 1 FROM posts p WHERE p.id IN (
      SELECT (row ->> 'post_id')::uuid ${stored}
      UNION SELECT c.post_id FROM comments c WHERE c.id IN (SELECT (row ->> 'comment_id')::uuid ${stored})
    ) ORDER BY p.id FOR UPDATE`.execute(db);
  await sql`SELECT 1 FROM member_counters m WHERE m.user_id IN (${memberIds}) ORDER BY m.user_id FOR UPDATE`.execute(
    db,
  );
}

/** Puts a batch of a member's stored rows back. */
export async function putBackRows(db: Db, userId: string): Promise<BatchOfRows> {
  const found = await sql<{ id: string; post_id: string | null }>`
    SELECT id::text, row ->> 'post_id' AS post_id FROM put_away_rows
    WHERE user_id = ${userId}::uuid AND relation = ANY (${all}::text[]) LIMIT ${most}`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  if (ids.length > 0) await putBackThese(db, userId, ids);
  return { isFull: ids.length >= ROWS_AT_ONCE, postIds: found.rows.flatMap(({ post_id }) => post_id ?? []) };
}

/**
 * Puts these stored rows of a member back, as far as what they refer to still exists. A row that names another banned
 * member is left to the reversal of that ban.
 */
async function putBackThese(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await lockStored(db, ids);
  await sql`
    UPDATE put_away_rows away SET user_id = ban.user_id, decision_id = ban.decision_id FROM sanctions ban
    WHERE away.id = ANY (${ids}::bigint[]) AND ban.until IS NULL AND ban.user_id <> ${userId}::uuid
      AND ban.user_id IN (${membersIn})`.execute(db);
  const own = sql`away.id = ANY (${ids}::bigint[]) AND away.user_id = ${userId}::uuid`;
  for (const relation of all) {
    await sql`
      INSERT INTO ${sql.table(relation)}
      SELECT r.* FROM put_away_rows away, jsonb_populate_record(NULL::${sql.table(relation)}, away.row) r
      WHERE ${own} AND away.relation = ${relation} AND ${existsStill[relation]}
      ON CONFLICT DO NOTHING`.execute(db);
  }
  await sql`DELETE FROM put_away_rows away WHERE ${own}`.execute(db);
}

/** Two members who are about to act on each other. */
export type TwoMembers = { userId: string; otherId: string };

/** Puts the stored rows that name both members of a pair back, if one of them returns after a ban. */
export async function putBackPairs(db: Db, pairs: readonly TwoMembers[]): Promise<void> {
  const [userIds, otherIds] = [pairs.map(({ userId }) => userId), pairs.map(({ otherId }) => otherId)];
  const { rows } = await sql<{ user_id: string; ids: string[] }>`
    SELECT m.user_id, array_agg(away.id::text) AS ids
    FROM unnest(${userIds}::uuid[], ${otherIds}::uuid[]) pair(one, other)
    JOIN member_moves m ON m.user_id IN (pair.one, pair.other) AND m.kind = 'return'
    JOIN put_away_rows away ON away.user_id = m.user_id AND pair.one IN (${membersIn}) AND pair.other IN (${membersIn})
    GROUP BY m.user_id`.execute(db);
  for (const { user_id, ids } of rows) await putBackThese(db, user_id, ids);
}
