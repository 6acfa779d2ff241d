/** What other features need from roles, such as making somebody an owner from outside the web pages. */
import { OWNER_LINK_HOURS } from '@afterhours/contract/moderation/staff';
import type { Kysely } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { writeAudit } from '#db/statements/audit.ts';
import { createToken } from '#http/gate/tokens.ts';
import { hasOwner, insertOwnerLink, lockRoles, selectRole, storeRole } from './queries.ts';

export { memberExists } from './people-queries.ts';
export { hasOwner, requireOtherOwner, selectStaffIds } from './queries.ts';
export { type Actor, findRankRefusal, requireRankOver } from './rank.ts';

/**
 * Creates a token that makes the first signed-in member who uses it an owner; null if there already is an owner. Only
 * the token's hash is stored.
 */
export async function createOwnerLink(db: Db): Promise<string | null> {
  if (await hasOwner(db)) return null;
  const { token, hash } = createToken();
  await insertOwnerLink(db, hash, OWNER_LINK_HOURS);
  return token;
}

/** Makes a member an owner on behalf of the server's operator. Returns false if they already were one. */
export function makeOwner(db: Kysely<Database>, userId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRoles(tx);
    const from = await selectRole(tx, userId);
    if (from === 'owner') return false;
    await storeRole(tx, userId, 'owner', null);
    await writeAudit(tx, {
      actorId: null,
      action: 'role',
      subject: { kind: 'member', id: userId },
      details: { from, to: 'owner' },
    });
    return true;
  });
}
