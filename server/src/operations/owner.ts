import { selectSettings } from '#community/community.ts';
import type { Config } from '#config/config.ts';
import type { Db } from '#db/connection/pool.ts';
import { makeOwner } from '#features/staff/loaders.ts';
import { StartError } from '#platform/start-error.ts';
import { withExistingDatabase } from './with-existing-database.ts';

async function explainNoSuchMember(db: Db, email: string): Promise<string> {
  const missing = `No member has the email address ${email}. Please register it first.`;
  const { registration } = await selectSettings(db);
  return registration === 'open'
    ? missing
    : `${missing} Registration is set to ${registration}; ` +
        '“The first owner” in docs/operations.md says how to open it.';
}

/**
 * Makes the member with this email address an owner, whether or not a server is running. Returns false if they already
 * were one. Throws StartError if there is no such member, or the database cannot be used.
 */
export function addOwner(config: Config, email: string): Promise<boolean> {
  return withExistingDatabase(config, 1, async (db) => {
    const member = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!member) throw new StartError(await explainNoSuchMember(db, email));
    return makeOwner(db, member.id);
  });
}
