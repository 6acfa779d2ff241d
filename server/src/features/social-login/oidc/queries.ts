import { OIDC_MINUTES } from '@afterhours/contract/account/oidc';
import { sql } from 'kysely';
import { issuerInUse, type OidcSettings } from '#config/oidc-settings.ts';
import type { Db } from '#db/connection/pool.ts';
import { hashToken } from '#http/gate/tokens.ts';
import type { OidcAttempt } from '#platform/oidc/oidc-provider.ts';
import { type MemberColumns, memberColumns } from '../queries.ts';

/** Who started an attempt: a browser and, for linking an account, also a member. */
export type Initiator = { device: string; userId: string | null };

export async function insertAttempt(db: Db, attempt: OidcAttempt, { device, userId }: Initiator): Promise<void> {
  await db
    .insertInto('oidc_attempts')
    .values({
      state_hash: hashToken(attempt.state),
      device_hash: hashToken(device),
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(mins => ${OIDC_MINUTES})`,
    })
    .execute();
}

/**
 * Consumes an attempt; returns undefined if it is unknown, has expired, or was started by another browser or member.
 */
export async function takeAttempt(
  db: Db,
  state: string,
  { device, userId }: Initiator,
): Promise<OidcAttempt | undefined> {
  const row = await db
    .deleteFrom('oidc_attempts')
    .where('state_hash', '=', hashToken(state))
    .where('device_hash', '=', hashToken(device))
    .where(sql<boolean>`user_id IS NOT DISTINCT FROM ${userId}::uuid`)
    .returning(['nonce', 'code_verifier', sql<boolean>`expires_at > now()`.as('alive')])
    .executeTakeFirst();
  return row?.alive ? { state, nonce: row.nonce, codeVerifier: row.code_verifier } : undefined;
}

export async function deleteExpiredAttempts(db: Db): Promise<void> {
  await db.deleteFrom('oidc_attempts').where('expires_at', '<', sql<Date>`now()`).execute();
}

export function selectMember(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<MemberColumns | undefined> {
  return db
    .selectFrom('oidc_identities')
    .innerJoin('users', 'users.id', 'oidc_identities.user_id')
    .select(memberColumns)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Raises error 23505 if the identity, or another of the member's at this issuer, is already linked. */
export async function insertIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  userId: string,
): Promise<void> {
  await db.insertInto('oidc_identities').values({ issuer, subject, user_id: userId }).execute();
}

const hasIssuer = (oidc: OidcSettings) => sql<boolean>`rtrim(issuer, '/') = ${issuerInUse(oidc)}`;

/**
 * Unlinks the current issuer's account. Accounts of previous issuers stay, and count again if that issuer is configured
 * again.
 */
export async function deleteIdentities(db: Db, oidc: OidcSettings, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('oidc_identities')
    .where('user_id', '=', userId)
    .where(hasIssuer(oidc))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isLinked(db: Db, oidc: OidcSettings, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(hasIssuer(oidc))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
