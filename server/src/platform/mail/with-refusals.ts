/** Records the addresses that reject mail, as hashes, until they accept one again. */
import { type Kysely, sql } from 'kysely';
import { hashContact } from '#db/contact-hash.ts';
import type { Database } from '#db/schema/schema.ts';
import type { Mail } from './mail.ts';

/** Returns true if a mail server has permanently rejected a recipient (RFC 5321, section 4.2.3). */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 550 && code <= 554;
}

/** Returns the mail server's error, or why it could not be reached, as shown to owners. */
export const faultText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

const hashOf = (db: Kysely<Database>, to: string) => hashContact(db, `email:${to.toLowerCase()}`);

async function record(db: Kysely<Database>, to: string): Promise<void> {
  const refused_at = sql<Date>`now()`;
  await db
    .insertInto('mail_refusals')
    .values({ address_hash: await hashOf(db, to), refused_at })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ refused_at }))
    .execute();
}

async function forget(db: Kysely<Database>, to: string): Promise<void> {
  await db
    .deleteFrom('mail_refusals')
    .where('address_hash', '=', await hashOf(db, to))
    .execute();
}

/** Wraps `mail` so that rejections are recorded; it sends and throws as before. */
export function withRefusals(mail: Mail, db: Kysely<Database>): Mail {
  const check = mail.check?.bind(mail);
  return {
    async send(message) {
      try {
        await mail.send(message);
      } catch (error) {
        // The job must learn of the failure itself, whether or not the rejection could be recorded.
        if (isRefusal(error)) await record(db, message.to).catch(() => undefined);
        throw error;
      }
      // The mail has been sent: an error from here on would send it again.
      await forget(db, message.to).catch(() => undefined);
    },
    ...(check ? { check } : {}),
    close: () => mail.close(),
  };
}
