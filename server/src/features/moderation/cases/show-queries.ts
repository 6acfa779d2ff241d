/** Shows what decisions have hidden, in batches. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** Returns the decisions about a member that were reversed. */
export async function selectReversed(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT reverses AS id FROM decisions WHERE member_id = ${memberId}::uuid AND reverses IS NOT NULL`.execute(db);
  return rows.map(({ id }) => id);
}

type Batch = { postIds: string[]; commentIds: string[] };

/**
 * Selects what decisions hide, at most so many posts and so many comments, comments before their replies, and locks the
 * posts, by id: the order that all writers use.
 */
export async function lockHidden(db: Db, decisionIds: readonly string[], most: number): Promise<Batch> {
  const hidden = sql`hidden_by = ANY (${decisionIds}::uuid[])`;
  const posts = await sql<{ id: string }>`SELECT id FROM posts WHERE ${hidden} LIMIT ${most}`.execute(db);
  const comments = await sql<{ id: string; post_id: string }>`
    (SELECT id, post_id FROM comments WHERE ${hidden} AND parent_id IS NULL LIMIT ${most}) UNION ALL
    (SELECT id, post_id FROM comments WHERE ${hidden} AND parent_id IS NOT NULL LIMIT ${most}) LIMIT ${most}`.execute(
    db,
  );
  const batch = { postIds: posts.rows.map(({ id }) => id), commentIds: comments.rows.map(({ id }) => id) };
  const locked = [...batch.postIds, ...comments.rows.map(({ post_id }) => post_id)];
  await sql`SELECT 1 FROM posts WHERE id = ANY (${locked}::uuid[]) ORDER BY id FOR UPDATE`.execute(db);
  return batch;
}

/**
 * Shows a batch of what decisions have hidden. Returns the posts with their hashtags, and the comments, that are
 * visible again.
 */
export async function showHidden(db: Db, decisionIds: readonly string[], { postIds, commentIds }: Batch) {
  const hidden = (alias: 'p' | 'c') => sql`${sql.ref(`${alias}.hidden_by`)} = ANY (${decisionIds}::uuid[])`;
  // Content of a banned member stays hidden, now by the ban.
  const ban = (author: string) => sql`SELECT ban.decision_id FROM sanctions ban WHERE ban.user_id = ${sql.ref(author)}
    AND ban.until IS NULL AND ban.decision_id <> ALL (${decisionIds}::uuid[])`;
  const { rows: posts } = await sql<{ id: string; user_id: string; hashtags: string[]; hidden_by: string | null }>`
    UPDATE posts p SET held = FALSE, hidden_by = (${ban('p.user_id')} LIMIT 1)
    WHERE p.id = ANY (${postIds}::uuid[]) AND ${hidden('p')} RETURNING p.id, p.user_id,
      CASE WHEN p.visibility <> 'connections' THEN p.hashtags ELSE '{}' END AS hashtags, p.hidden_by`.execute(db);
  type Shown = { id: string; post_id: string; hidden_by: string | null };
  const show = (level: 'IS NULL' | 'IS NOT NULL') => sql<Shown>`
    UPDATE comments c SET held = FALSE, hidden_by = coalesce((${ban('c.user_id')} LIMIT 1),
      (SELECT above.hidden_by FROM comments above WHERE above.id = c.parent_id))
    WHERE c.id = ANY (${commentIds}::uuid[]) AND ${hidden('c')} AND c.parent_id ${sql.raw(level)}
    RETURNING c.id, c.post_id, c.hidden_by`;
  // A reply below a comment that another decision hides stays hidden, now by that decision.
  const comments = [...(await show('IS NULL').execute(db)).rows, ...(await show('IS NOT NULL').execute(db)).rows];
  return {
    posts: posts.filter(({ hidden_by }) => hidden_by === null),
    comments: comments.filter(({ hidden_by }) => hidden_by === null),
  };
}
