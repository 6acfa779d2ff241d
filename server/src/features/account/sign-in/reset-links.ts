/**
 * Links that set a new password. Several links of an account can be valid at the same time, so that a request by
 * somebody else does not invalidate the link that the member is about to use. Only a hash of the token is stored.
 */
import { RESET_LINKS, RESET_MINUTES } from '@afterhours/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { createToken, hashToken } from '#http/gate/tokens.ts';

/**
 * Creates a new token for a reset link: single use, valid for thirty minutes. Deletes the member's oldest links beyond
 * three. The member's row stays locked until the link exists, so that a change of address, which invalidates all links,
 * misses none. Returns undefined if this is no longer the member's address.
 */
export async function createResetToken(
  db: Db,
  { id: userId, email }: { id: string; email: string },
): Promise<string | undefined> {
  const { token, hash } = createToken();
  const { rows } = await sql`
    WITH member AS (
      SELECT id FROM users WHERE id = ${userId}::uuid AND email = ${email} FOR SHARE
    )
    INSERT INTO reset_links (token_hash, user_id, expires_at)
    SELECT ${hash}::bytea, id, now() + make_interval(mins => ${RESET_MINUTES}) FROM member
    RETURNING user_id`.execute(db);
  if (rows.length === 0) return undefined;
  await sql`
    DELETE FROM reset_links WHERE token_hash IN (
      SELECT token_hash FROM reset_links WHERE user_id = ${userId}::uuid
      ORDER BY created_at DESC, token_hash OFFSET ${RESET_LINKS})`.execute(db);
  return token;
}

/** Returns the member whose password a link sets; undefined if the link is unknown, used or expired. */
export function selectResetMember(db: Db, token: string) {
  return db
    .selectFrom('reset_links')
    .innerJoin('users', 'users.id', 'reset_links.user_id')
    .select(['users.id', 'email', 'username', 'first_name', 'last_name', 'password_hash'])
    .where('token_hash', '=', hashToken(token))
    .where('reset_links.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export type ResetMember = NonNullable<Awaited<ReturnType<typeof selectResetMember>>>;

/** Uses up a link together with all other links of its member; returns false if it was used in the meantime. */
export async function consumeResetToken(db: Db, token: string, userId: string): Promise<boolean> {
  const used = await db.deleteFrom('reset_links').where('token_hash', '=', hashToken(token)).executeTakeFirst();
  if (used.numDeletedRows === 0n) return false;
  await db.deleteFrom('reset_links').where('user_id', '=', userId).execute();
  return true;
}
