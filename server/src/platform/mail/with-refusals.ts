/** Remembers the addresses that refuse mail, as hashes, until one is taken again. */
import { type Kysely, sql } from 'kysely';
import { hashContact } from '#db/contact-hash.ts';
import type { Database } from '#db/schema/schema.ts';
import type { Mail } from './mail.ts';

/** Whether a mail server has refused a recipient for good (RFC 5321, section 4.2.3). */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return code >= 550 && code <= 554;
}

/** Returns mail that records refusals; it sends and throws like the mail that it is given. */
export function withRefusals(mail: Mail, db: Kysely<Database>): Mail {
  const hashOf = (to: string) => hashContact(db, `email:${to.toLowerCase()}`);
  const check = mail.check?.bind(mail);
  return {
    async send(message) {
      try {
        await mail.send(message);
      } catch (error) {
        if (isRefusal(error)) {
          const values = { address_hash: await hashOf(message.to), refused_at: sql<Date>`now()` };
          await db
            .insertInto('mail_refusals')
            .values(values)
            .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ refused_at: sql<Date>`now()` }))
            .execute();
        }
        throw error;
      }
      await db
        .deleteFrom('mail_refusals')
        .where('address_hash', '=', await hashOf(message.to))
        .execute();
    },
    ...(check ? { check } : {}),
    close: () => mail.close(),
  };
}
