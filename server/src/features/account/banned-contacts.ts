/**
 * A banned member who deletes the account cannot join again with the same email address while the ban holds. Only
 * hashes of confirmed addresses are stored, with a key of this installation: without the key, nobody can find out whose
 * they are. Unconfirmed addresses and phone numbers are not stored, because they may belong to somebody else.
 */
import { communityMessages } from '@afterhours/contract/community/community';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { hashContact } from '#db/contact-hash.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

type Contact = { email: string };

const hashAll = async ({ db }: Pick<Services, 'db'>, { email }: Contact): Promise<Buffer[]> => [
  await hashContact(db, `email:${email}`),
];

/** Stores the hash of a banned member's confirmed address, once per ban, before the member is deleted. */
export async function keepBannedContacts(services: Pick<Services, 'db'>, db: Db, userId: string): Promise<void> {
  const bans = await db
    .selectFrom('sanctions')
    .innerJoin('users', 'users.id', 'sanctions.user_id')
    .select(['decision_id', 'email'])
    .where('sanctions.user_id', '=', userId)
    .where('until', 'is', null)
    .where('email_verified_at', 'is not', null)
    .execute();
  for (const { decision_id, ...contact } of bans) {
    const hashes = await hashAll(services, contact);
    await db
      .insertInto('banned_contacts')
      .values(hashes.map((contact_hash) => ({ contact_hash, decision_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Throws the 403 of a refused address for a banned member who has left, while the ban still holds. */
export async function requireNoBan(services: Pick<Services, 'db'>, db: Db, contact: Contact): Promise<void> {
  const hashes = await hashAll(services, contact);
  const { rows } = await sql`
    SELECT 1 FROM banned_contacts b WHERE b.contact_hash = ANY(${hashes}::bytea[])
      AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.reverses = b.decision_id) LIMIT 1`.execute(db);
  if (rows.length > 0) throw new AppError(403, communityMessages.notThisAddress);
}

/** Deletes the hashes stored for a decision that is reversed. */
export async function forgetBannedContacts(db: Db, decisionId: string): Promise<void> {
  await db.deleteFrom('banned_contacts').where('decision_id', '=', decisionId).execute();
}
