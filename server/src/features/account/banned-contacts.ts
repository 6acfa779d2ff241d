/**
 * A banned member who deletes the account cannot join again with the same email address, or with the same account at an
 * identity provider, while the ban holds. Only hashes are stored, with a key of this installation: without the key,
 * nobody can find out whose they are. Unconfirmed addresses and phone numbers are not stored, because they may belong
 * to somebody else.
 */
import { communityMessages } from '@afterhours/contract/community/community';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { hashContact } from '#db/contact-hash.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

/** An account at an identity provider. Google accounts have no issuer. */
export type ProviderAccount = { issuer?: string; subject: string };

const addressText = (email: string): string => `email:${email}`;

const accountText = (issuer: string | null | undefined, subject: string): string =>
  issuer ? `oidc:${issuer}:${subject}` : `google:${subject}`;

/**
 * Stores the hashes of a banned member's confirmed address and linked accounts, once per ban, before the member is
 * deleted.
 */
export async function keepBannedContacts({ db }: Pick<Services, 'db'>, tx: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ decision_id: string; email: string | null; issuer: string | null; subject: string }>`
    SELECT ban.decision_id, contact.email, contact.issuer, contact.subject FROM sanctions ban JOIN (
      SELECT id AS user_id, email, NULL AS issuer, '' AS subject FROM users WHERE email_verified_at IS NOT NULL
      UNION ALL SELECT user_id, NULL, NULL, subject FROM social_identities
      UNION ALL SELECT user_id, NULL, issuer, subject FROM oidc_identities
    ) contact USING (user_id) WHERE ban.user_id = ${userId}::uuid AND ban.until IS NULL`.execute(tx);
  for (const { decision_id, email, issuer, subject } of rows) {
    const contact_hash = await hashContact(db, email === null ? accountText(issuer, subject) : addressText(email));
    await tx
      .insertInto('banned_contacts')
      .values({ contact_hash, decision_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function requireNotKept({ db }: Pick<Services, 'db'>, tx: Db, contact: string): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM banned_contacts b WHERE b.contact_hash = ${await hashContact(db, contact)}
      AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.reverses = b.decision_id) LIMIT 1`.execute(tx);
  if (rows.length > 0) throw new AppError(403, communityMessages.notThisAddress);
}

/** Throws the 403 of a refused address for the address of a banned member who has left, while the ban holds. */
export const requireNoBan = (services: Pick<Services, 'db'>, tx: Db, { email }: { email: string }): Promise<void> =>
  requireNotKept(services, tx, addressText(email));

/** Throws the same 403 for the provider account of such a member. */
export const requireNoBannedIdentity = (
  services: Pick<Services, 'db'>,
  tx: Db,
  { issuer, subject }: ProviderAccount,
): Promise<void> => requireNotKept(services, tx, accountText(issuer, subject));

/** Deletes the hashes stored for a decision that is reversed. */
export async function forgetBannedContacts(db: Db, decisionId: string): Promise<void> {
  await db.deleteFrom('banned_contacts').where('decision_id', '=', decisionId).execute();
}
