import { selectSettings } from '#community/community.ts';
import type { Config } from '#config/config.ts';
import { type Db, openDatabase } from '#db/connection/pool.ts';
import { makeOwner } from '#features/staff/loaders.ts';
import { explainDatabase } from '#main.ts';
import { StartError } from '#platform/start-error.ts';
import { openExistingDatabase } from './existing-database.ts';

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
export async function addOwner(config: Config, email: string): Promise<boolean> {
  const existing = await openExistingDatabase(config);
  const database = openDatabase({ ...existing.connection, max: 1 }, () => undefined);
  try {
    const member = await database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!member) throw new StartError(await explainNoSuchMember(database.db, email));
    return await makeOwner(database.db, member.id);
  } catch (error) {
    throw explainDatabase(error, config);
  } finally {
    await database.close();
    await existing.stop();
  }
}
