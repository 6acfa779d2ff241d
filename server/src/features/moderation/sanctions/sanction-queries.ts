/**
 * What a suspension or a ban does to a member's rows. A ban hides posts and comments by `hidden_by`, as any decision
 * does, and puts away the rows that count for others. A reversal restores exactly these.
 */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

export async function insertSanction(
  db: Db,
  sanction: { decisionId: string; userId: string; until: Date | null },
): Promise<void> {
  await db
    .insertInto('sanctions')
    .values({ decision_id: sanction.decisionId, user_id: sanction.userId, until: sanction.until })
    .execute();
}

/** Deletes a decision's sanction. Returns its member and end, or undefined if there is none. */
export async function deleteSanction(
  db: Db,
  decisionId: string,
): Promise<{ userId: string; until: Date | null } | undefined> {
  const row = await db
    .deleteFrom('sanctions')
    .where('decision_id', '=', decisionId)
    .returning(['user_id', 'until'])
    .executeTakeFirst();
  return row && { userId: row.user_id, until: row.until };
}

/** Locks a ban and returns the banned member's id, or undefined if the ban is reversed or the member is gone. */
export async function selectBanned(db: Db, decisionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sanctions')
    .select('user_id')
    .where('decision_id', '=', decisionId)
    .where('until', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id;
}

/** Returns another decision that bans the member, or undefined if there is none. */
export async function selectOtherBan(db: Db, userId: string, decisionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sanctions')
    .select('decision_id')
    .where('user_id', '=', userId)
    .where('until', 'is', null)
    .where('decision_id', '<>', decisionId)
    .limit(1)
    .executeTakeFirst();
  return row?.decision_id;
}

/** Hides all content of a member that is not hidden yet. Returns the ids of the posts, newest first. */
export async function hideContent(db: Db, userId: string, decisionId: string): Promise<string[]> {
  await sql`
    UPDATE comments SET hidden_by = ${decisionId}::uuid
    WHERE hidden_by IS NULL AND (user_id = ${userId}::uuid
      OR parent_id IN (SELECT own.id FROM comments own WHERE own.user_id = ${userId}::uuid))`.execute(db);
  const { rows } = await sql<{ id: string }>`
    UPDATE posts SET hidden_by = ${decisionId}::uuid WHERE hidden_by IS NULL AND user_id = ${userId}::uuid
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1));
}

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

/** Moves the member's rows from these tables into `put_away_rows`; triggers adjust every count. */
export async function putAway(db: Db, userId: string, decisionId: string): Promise<void> {
  for (const relation of all) {
    const isTheirs = sql.join(
      relations[relation].map((column) => sql`t.${sql.ref(column)} = ${userId}::uuid`),
      sql` OR `,
    );
    await sql`
      WITH gone AS (DELETE FROM ${sql.table(relation)} t WHERE ${isTheirs} RETURNING to_jsonb(t) AS row)
      INSERT INTO put_away_rows (decision_id, user_id, relation, row)
      SELECT ${decisionId}::uuid, ${userId}::uuid, ${relation}, row FROM gone`.execute(db);
  }
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

/** Restores the rows that a ban has put away, as far as what they refer to still exists. */
export async function restorePutAway(db: Db, decisionId: string): Promise<void> {
  for (const relation of all) {
    await sql`
      INSERT INTO ${sql.table(relation)}
      SELECT r.* FROM put_away_rows away, jsonb_populate_record(NULL::${sql.table(relation)}, away.row) r
      WHERE away.decision_id = ${decisionId}::uuid AND away.relation = ${relation} AND ${existsStill[relation]}
      ON CONFLICT DO NOTHING`.execute(db);
  }
  await db.deleteFrom('put_away_rows').where('decision_id', '=', decisionId).execute();
}

/** Hands the rows that one ban has put away to another ban that is still in force. */
export async function transferPutAway(db: Db, decisionId: string, otherDecisionId: string): Promise<void> {
  await db
    .updateTable('put_away_rows')
    .set({ decision_id: otherDecisionId })
    .where('decision_id', '=', decisionId)
    .execute();
}

/**
 * Locks the rows whose counts `restorePutAway` changes, in the order that all writers use: posts by id, then member
 * counters.
 */
export async function lockPutAway(db: Db, decisionId: string): Promise<void> {
  const putAwayRows = sql`FROM put_away_rows WHERE decision_id = ${decisionId}::uuid`;
  await sql`
    SELECT 1 FROM posts p WHERE p.hidden_by = ${decisionId}::uuid
      OR p.id IN (SELECT (row ->> 'post_id')::uuid ${putAwayRows} AND relation IN ('post_likes', 'ratings'))
      OR p.id IN (SELECT c.post_id FROM comments c WHERE c.hidden_by = ${decisionId}::uuid
        OR c.id IN (SELECT (row ->> 'comment_id')::uuid ${putAwayRows} AND relation = 'comment_likes'))
    ORDER BY p.id FOR UPDATE`.execute(db);
  await sql`
    SELECT 1 FROM member_counters m WHERE m.user_id IN (
      SELECT user_id ${putAwayRows}
      UNION SELECT (row ->> 'follower_id')::uuid ${putAwayRows} AND relation = 'follows'
      UNION SELECT (row ->> 'followed_id')::uuid ${putAwayRows} AND relation = 'follows'
      UNION SELECT (row ->> 'other_user_id')::uuid ${putAwayRows} AND relation = 'connections'
      UNION SELECT (row ->> 'user_id')::uuid ${putAwayRows} AND relation = 'connections'
    ) ORDER BY m.user_id FOR UPDATE`.execute(db);
}
