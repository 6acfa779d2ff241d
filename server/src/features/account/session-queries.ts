import { MAX_SESSIONS, SESSION_DAYS } from '@afterhours/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { AppError } from '#http/errors/errors.ts';

/**
 * Opens a session if the member's password hash is still the one that was checked; otherwise, or if the account is
 * being deleted, or two-step verification was turned on after the first step, returns false. The session is limited
 * while the member has not completed a Google sign-up. The member's row stays locked until the session exists, so that
 * a password change that ends all sessions misses none.
 */
export async function insertSession(
  db: Db,
  session: {
    userId: string;
    passwordHash: string | null;
    /** The passkey that opens the session. */
    passkeyId?: string | undefined;
    /** Whether a code of two-step verification opens the session. */
    byCode?: boolean | undefined;
    tokenHash: Buffer;
    userAgent: string | null;
    address: string;
  },
): Promise<boolean> {
  const byFactor = session.byCode === true || session.passkeyId !== undefined;
  const { numAffectedRows } = await sql`
    WITH member AS (
      SELECT id, needs_details FROM users WHERE id = ${session.userId}::uuid AND deleted_at IS NULL
        AND password_hash IS NOT DISTINCT FROM ${session.passwordHash}
        AND (two_factor_enabled_at IS NULL OR ${byFactor})
      FOR SHARE
    )
    INSERT INTO sessions (id, user_id, token_hash, user_agent, address, limited, passkey_id, factor_proven_at,
      expires_at)
    SELECT ${newId()}::uuid, member.id, ${session.tokenHash}::bytea, ${session.userAgent}, ${session.address},
      member.needs_details, ${session.passkeyId ?? null}::uuid,
      CASE WHEN ${byFactor} THEN now() END, now() + make_interval(days => ${SESSION_DAYS})
    FROM member`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Records that a session has just proved possession of a factor, by registering a passkey or authenticator app. Throws
 * a 401 if the session has ended: whoever ended it must not find a factor that it has added since.
 */
export async function setFactorProven(db: Db, sessionId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ factor_proven_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError(401);
}

/** Ends a member's least recently used sessions beyond the maximum. */
export async function deleteSurplusSessions(db: Db, userId: string): Promise<void> {
  await sql`
    DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE user_id = ${userId}::uuid
      ORDER BY last_seen_at DESC, id DESC OFFSET ${MAX_SESSIONS})`.execute(db);
}

/** Returns whether the account had sign-ins before, and the networks and browsers of its current sessions. */
export async function selectEarlierSignIns(
  db: Db,
  userId: string,
): Promise<{ entered: boolean; clients: { userAgent: string | null; address: string }[] }> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_agent', 'address'])
    .where('user_id', '=', userId)
    .execute();
  const clients = sessions.map(({ user_agent: userAgent, address }) => ({ userAgent, address: address ?? '' }));
  if (clients.length > 0) return { entered: true, clients };
  const device = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return { entered: device !== undefined, clients };
}

/** Returns a member's sessions: the caller's first, then the most recently used. */
export function selectSessions(db: Db, userId: string, currentId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`id = ${currentId}::uuid`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(MAX_SESSIONS)
    .execute();
}

/** Deletes a member's sessions: one, all, or all but one. Returns the ids of the deleted sessions. */
export async function deleteSessions(
  db: Db,
  userId: string,
  which: { only?: string; except?: string },
): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  return (await query.returning('id').execute()).map((row) => row.id);
}
