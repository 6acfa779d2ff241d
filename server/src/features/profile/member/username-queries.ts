import { sql } from 'kysely';
import { FORMER_USERNAME_DAYS } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';

const selectByUsername = prepare<{ username: string }, { id: string }>(
  'member-by-username',
  ({ username }) => sql<{ id: string }>`
  SELECT id FROM users WHERE username = ${username}
  UNION ALL SELECT user_id FROM former_usernames
  WHERE username = ${username} AND given_up_at > now() - make_interval(days => ${sql.lit(FORMER_USERNAME_DAYS)})
  LIMIT 1`,
);

/**
 * Returns the id of the member who has this username, or gave it up recently. Does not check whether they are visible.
 */
export async function findByUsername(db: Db, username: string): Promise<string | null> {
  const [row] = await selectByUsername(db, { username });
  return row?.id ?? null;
}
