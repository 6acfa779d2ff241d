import { MAX_PASSKEYS, PASSKEY_MINUTES } from '@afterhours/contract/account/passkeys';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { hashToken } from '#http/gate/tokens.ts';

export type Purpose = 'register' | 'sign-in' | 'confirm';
/** `userId` is null for a sign-in: the member is not known yet. */
type ChallengeOf = { purpose: Purpose; userId: string | null };

export async function insertChallenge(db: Db, challenge: string, { purpose, userId }: ChallengeOf): Promise<void> {
  await db
    .insertInto('credential_challenges')
    .values({
      challenge_hash: hashToken(challenge),
      purpose,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(mins => ${PASSKEY_MINUTES})`,
    })
    .execute();
}

/** Uses up a challenge, whatever the outcome; returns false if it is unknown, used or expired. */
export async function takeChallenge(db: Db, challenge: string, { purpose, userId }: ChallengeOf): Promise<boolean> {
  const taken = await db
    .deleteFrom('credential_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where(sql<boolean>`user_id IS NOT DISTINCT FROM ${userId}::uuid`)
    .returning(sql<boolean>`expires_at > now()`.as('alive'))
    .executeTakeFirst();
  return taken?.alive === true;
}

export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db.deleteFrom('credential_challenges').where('expires_at', '<', sql<Date>`now()`).execute();
}

const columns = ['id', 'label', 'backed_up', 'created_at', 'last_used_at'] as const;

/** Returns a member's passkeys, newest first. */
export function selectPasskeys(db: Db, userId: string) {
  return db
    .selectFrom('credentials')
    .select([...columns, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PASSKEYS)
    .execute();
}

export type PasskeyRow = Pick<Awaited<ReturnType<typeof selectPasskeys>>[number], (typeof columns)[number]>;

/** Returns a passkey with the member it signs in. */
export function selectCredential(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select(['credentials.id', 'user_id', 'public_key', 'counter', 'password_hash'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export type CredentialRow = NonNullable<Awaited<ReturnType<typeof selectCredential>>>;

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewPasskey = {
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  backed_up: boolean;
  rp_id: string;
  label: string;
};

/** Throws 23505 if the credential is already registered, by anybody. */
export function insertPasskey(db: Db, passkey: NewPasskey): Promise<PasskeyRow> {
  return db
    .insertInto('credentials')
    .values({ id: newId(), ...passkey })
    .returning([...columns])
    .executeTakeFirstOrThrow();
}

/** Stores the use of a passkey; returns false if it was removed in the meantime. */
export async function storeUse(db: Db, id: string, use: { counter: number; backedUp: boolean }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ counter: use.counter, backed_up: use.backedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function updateLabel(db: Db, userId: string, id: string, label: string): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('credentials')
    .set({ label })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning([...columns])
    .executeTakeFirst();
}

/** Sessions that this passkey has opened continue, but no longer count as having a second factor. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('credentials')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes all of a member's passkeys; returns their number. */
export async function deletePasskeys(db: Db, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('credentials').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
