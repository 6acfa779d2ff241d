/**
 * Hashes of addresses that are kept when their account is gone, with a key of this installation: without it, nobody
 * finds out whose they are by trying addresses.
 */
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema/schema.ts';
import { loadServerSecret } from './server-secrets.ts';

const SECRET = 'banned-contacts';

/** Returns the hash of a contact, whose text begins with its kind. `db` is no transaction: the key outlives it. */
export async function hashContact(db: Kysely<Database>, contact: string): Promise<Buffer> {
  return createHmac('sha256', await loadServerSecret(db, SECRET))
    .update(contact)
    .digest();
}
