/**
 * What search engines may list: what everybody may see, of members who have said that it may be listed. Whoever has not
 * been asked yet (`indexable` is null) is not listed.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { anyMember } from '#db/statements/viewers.ts';
import { memberVisible, postVisible } from './visibility.ts';

const asks = sql<boolean>`u.indexable AND u.visibility = 'public'`;

/**
 * SQL: whether search engines may list the member `u`. Guests see what all members do of a member whose profile is
 * public, so that the rule for guests, which looks the author up again for each row of a sitemap, is not needed here.
 */
export const memberIndexable: RawBuilder<boolean> = sql`(${asks} AND u.deleted_at IS NULL
  AND ${memberVisible(anyMember)})`;

/** SQL: whether they may list the post `p` of the member `u`. */
export const postIndexable: RawBuilder<boolean> = sql`(p.visibility = 'public' AND ${postVisible(anyMember)}
  AND ${memberIndexable})`;

/** Returns whether search engines may list this post. */
export async function isPostIndexable(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM posts p JOIN users u ON u.id = p.user_id
    WHERE p.id = ${postId}::uuid AND ${postIndexable}`.execute(db);
  return rows.length > 0;
}

/** Returns whether search engines may list this member. */
export async function isMemberIndexable(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users u WHERE u.id = ${userId}::uuid AND ${memberIndexable}`.execute(db);
  return rows.length > 0;
}
