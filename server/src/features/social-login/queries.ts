import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';

export const memberColumns = [
  'users.id',
  'password_hash',
  'email_verified_at',
  'two_factor_enabled_at',
  'needs_details',
] as const;

export function selectMemberByIdentity(db: Db, subject: string) {
  return db
    .selectFrom('social_identities')
    .innerJoin('users', 'users.id', 'social_identities.user_id')
    .select(memberColumns)
    .where('provider', '=', 'google')
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Returns the member with an address, locked until the transaction ends. */
export function selectMemberByEmail(db: Db, email: string) {
  return db.selectFrom('users').select(memberColumns).where('email', '=', email).forUpdate().executeTakeFirst();
}

export type MemberColumns = NonNullable<Awaited<ReturnType<typeof selectMemberByEmail>>>;

/**
 * Links an identity to a member. Raises error 23505 if it, or another of the member's identities, is already linked.
 */
export async function insertIdentity(db: Db, userId: string, subject: string): Promise<void> {
  await db.insertInto('social_identities').values({ provider: 'google', subject, user_id: userId }).execute();
}

/** Returns the number of Google accounts that were unlinked. */
export async function deleteIdentity(db: Db, userId: string): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('social_identities')
    .where('provider', '=', 'google')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows;
}

export async function isLinked(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('social_identities')
    .select('user_id')
    .where('provider', '=', 'google')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the columns of a new member, except the id, from what a provider tells about them. */
export const toNewMemberColumns = (
  identity: { email: string; firstName: string; lastName: string },
  username: string,
) => ({
  email: identity.email,
  email_verified_at: new Date(),
  username,
  first_name: (identity.firstName || username).slice(0, 50),
  last_name: identity.lastName.slice(0, 50),
  needs_details: true,
});

/**
 * Inserts a member without a password and with an incomplete profile. Raises error 23505 if the email address or
 * username is taken.
 */
export async function insertMember(db: Db, columns: ReturnType<typeof toNewMemberColumns>): Promise<MemberColumns> {
  return db
    .insertInto('users')
    .values({ id: newId(), ...columns })
    .returning(['id', 'password_hash', 'email_verified_at', 'two_factor_enabled_at', 'needs_details'])
    .executeTakeFirstOrThrow();
}

/**
 * Stores the missing fields, lifts the limit from the member's sessions and returns their ids. Returns none if the
 * fields were already stored.
 */
export async function completeDetails(
  db: Db,
  userId: string,
  details: { dob: string; phone: string; country: string },
): Promise<string[]> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({
      dob: details.dob.split('-').reverse().join('-'),
      phone: details.phone,
      country: details.country,
      needs_details: false,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .where('needs_details', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return [];
  const sessions = await db
    .updateTable('sessions')
    .set({ limited: false })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return sessions.map((session) => session.id);
}

export async function deleteExpiredNonces(db: Db): Promise<void> {
  await db.deleteFrom('used_nonces').where('expires_at', '<', sql<Date>`now()`).execute();
}
