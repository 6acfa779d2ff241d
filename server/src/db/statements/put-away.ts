/**
 * Likes and ratings that a ban has put away. After its reversal they are put back in batches, and must not return if
 * the member has taken them back in the meantime.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/pool.ts';

type Relation = 'post_likes' | 'comment_likes' | 'ratings';
type Row = { userId: RawBuilder<unknown>; subjectId: RawBuilder<unknown> };

/** SQL: whether `away` is the stored row of a member about a post or comment (both SQL). */
export const isStored = (relation: Relation, { userId, subjectId }: Row): RawBuilder<boolean> =>
  sql`away.user_id = ${userId} AND away.relation = ${sql.lit(relation)}
    AND (away.row ->> ${sql.lit(relation === 'comment_likes' ? 'comment_id' : 'post_id')})::uuid = ${subjectId}`;

/** Deletes the stored row. The post has to be locked, as it is while rows are put back. */
export async function forgetStored(db: Db, relation: Relation, userId: string, subjectId: string): Promise<void> {
  const row = { userId: sql`${userId}::uuid`, subjectId: sql`${subjectId}::uuid` };
  await sql`DELETE FROM put_away_rows away WHERE ${isStored(relation, row)}`.execute(db);
}
