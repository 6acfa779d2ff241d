/** The ways in which a member can sign in. The last one cannot be removed. */
import { oidcMessages } from '@afterhours/contract/account/oidc';
import { passkeyMessages } from '@afterhours/contract/account/passkeys';
import { sql } from 'kysely';
import { issuerInUse } from '#config/oidc-settings.ts';
import type { Db } from '#db/connection/pool.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';

/**
 * Whether a member can sign in with a password, where passwords are in use, a passkey or an identity provider. A
 * provider counts only where it is set up; OpenID providers are compared by issuer.
 */
async function hasSignInMethod({ config }: Pick<Services, 'config'>, db: Db, userId: string): Promise<boolean> {
  const { google, oidc } = config;
  const issuer = oidc && issuerInUse(oidc);
  const { rows } = await sql<{ found: boolean }>`
    SELECT (password_hash IS NOT NULL AND ${oidc?.only !== true})
      OR EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = users.id)
      OR (${google !== null} AND EXISTS (SELECT 1 FROM social_identities s WHERE s.user_id = users.id))
      OR EXISTS (
        SELECT 1 FROM oidc_identities o WHERE o.user_id = users.id AND rtrim(o.issuer, '/') = ${issuer}
      ) AS found
    FROM users WHERE id = ${userId}::uuid`.execute(db);
  return rows[0]?.found === true;
}

/** Throws a 409 for a member who could no longer sign in. */
export async function requireOtherSignInMethod(
  services: Pick<Services, 'config'>,
  db: Db,
  userId: string,
): Promise<void> {
  if (!(await hasSignInMethod(services, db, userId))) throw new AppError(409, passkeyMessages.lastWay);
}

/**
 * Whether a member can sign in, including by a link to a confirmed address, which exists where passwords are in use.
 */
export async function canSignIn(
  services: Pick<Services, 'config'>,
  db: Db,
  member: { id: string; email_verified_at: Date | null },
): Promise<boolean> {
  const byLink = member.email_verified_at !== null && services.config.oidc?.only !== true;
  return byLink || hasSignInMethod(services, db, member.id);
}

/** Whether the member can sign in without the password: with a passkey, or an account at any provider. */
export async function hasOtherWays(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM social_identities s WHERE s.user_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM oidc_identities o WHERE o.user_id = ${userId}::uuid) AS found`.execute(db);
  return rows[0]?.found === true;
}

/** Throws a 403 where members may sign in only at their provider. */
export function requirePasswordsInUse({ config: { oidc } }: Pick<Services, 'config'>): void {
  if (oidc?.only) throw new AppError(403, english(oidcMessages.only, { name: oidc.name }));
}
