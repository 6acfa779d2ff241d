/**
 * A banned member who has deleted the account cannot come back with the same account at an identity provider either.
 */
import { communityMessages } from '@afterhours/contract/community/community';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { hashContact } from '#db/contact-hash.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';

/** An account at an identity provider. Google accounts have no issuer. */
export type ProviderAccount = { issuer?: string; subject: string };

const textOf = ({ issuer, subject }: ProviderAccount): string =>
  issuer === undefined ? `google:${subject}` : `oidc:${issuer}:${subject}`;

/** Stores the hashes of the linked accounts of a member who is about to be deleted, for each ban. */
export async function keepBannedIdentities({ db }: Pick<Services, 'db'>, tx: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ decision_id: string; issuer: string | null; subject: string }>`
    SELECT k.decision_id, i.issuer, i.subject FROM sanctions k JOIN (
      SELECT user_id, NULL AS issuer, subject FROM social_identities
      UNION ALL SELECT user_id, issuer, subject FROM oidc_identities
    ) i USING (user_id) WHERE k.user_id = ${userId}::uuid AND k.until IS NULL`.execute(tx);
  for (const { decision_id, issuer, subject } of rows) {
    const contact_hash = await hashContact(db, textOf({ ...(issuer === null ? {} : { issuer }), subject }));
    await tx
      .insertInto('banned_contacts')
      .values({ contact_hash, decision_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Throws a 403 for the provider account of a member who was banned and has left, while the ban holds. */
export async function requireNoBannedIdentity(
  { db }: Pick<Services, 'db'>,
  tx: Db,
  account: ProviderAccount,
): Promise<void> {
  const kept = await tx
    .selectFrom('banned_contacts')
    .select('decision_id')
    .where('contact_hash', '=', await hashContact(db, textOf(account)))
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM decisions d WHERE d.reverses = banned_contacts.decision_id)`)
    .limit(1)
    .executeTakeFirst();
  if (kept) throw new AppError(403, communityMessages.notThisAddress);
}
