/** Remembers the addresses that refuse mail, as hashes, until one is taken again. */
import { type Kysely, sql } from 'kysely';
import { hashContact } from '#db/contact-hash.ts';
import type { Database } from '#db/schema/schema.ts';
import type { Mail } from './mail.ts';

/** Whether a mail server has refused a recipient for good (RFC 5321, section 4.2.3). */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 550 && code <= 554;
}

/** What a mail server answered, or why it could not be asked, as owners read it. */
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

/** Returns mail that records refusals; it sends and throws like the mail that it is given. */
export function withRefusals(mail: Mail, db: Kysely<Database>): Mail {
  const check = mail.check?.bind(mail);
  return {
    async send(message) {
      try {
        await mail.send(message);
      } catch (error) {
        // Recorded or not, the job has to learn of the failure itself.
        if (isRefusal(error)) await record(db, message.to).catch(() => undefined);
        throw error;
      }
      // It is sent: an error from here on would send it once more.
      await forget(db, message.to).catch(() => undefined);
    },
    ...(check ? { check } : {}),
    close: () => mail.close(),
  };
}
