/**
 * What search engines may index: content that everyone may see, by members who have agreed to be indexed. Members who
 * have not been asked yet (`indexable` is null) are not indexed.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { memberVisible, postVisible } from './visibility.ts';

const agreed = sql<boolean>`u.indexable AND u.visibility = 'public'`;

/**
 * SQL: whether search engines may index the member `u`. For a public profile, guests see the same as members, so this
 * avoids the rule for guests, which would look the author up again for each row of a sitemap.
 */
export const memberIndexable: RawBuilder<boolean> = sql`(${agreed} AND u.deleted_at IS NULL
  AND ${memberVisible(anyMember)})`;

/** SQL: whether search engines may index the post `p` by the member `u`. */
export const postIndexable: RawBuilder<boolean> = sql`(p.visibility = 'public' AND ${postVisible(anyMember)}
  AND ${memberIndexable})`;

/** Returns true if search engines may index this post. */
export async function isPostIndexable(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM posts p JOIN users u ON u.id = p.user_id
    WHERE p.id = ${postId}::uuid AND ${postIndexable}`.execute(db);
  return rows.length > 0;
}

/** Returns true if search engines may index this member. */
export async function isMemberIndexable(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE u.id = ${userId}::uuid AND ${memberIndexable}`.execute(db);
  return rows.length > 0;
}
