/**
 * Hashes of addresses that are kept after their account is deleted. They use a key of this installation: without it,
 * nobody can find out whose addresses they are by trying some.
 */
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema/schema.ts';
import { loadServerSecret } from './server-secrets.ts';

const SECRET = 'banned-contacts';

/**
 * Loads the key at startup. Contacts are hashed within transactions, and loading it there would take a second
 * connection while all might be in use by others that do the same.
 */
export async function loadContactKey(db: Kysely<Database>): Promise<void> {
  await loadServerSecret(db, SECRET);
}

/**
 * Returns the hash of a contact, whose text begins with its kind. `db` must not be a transaction: the key outlives it.
 */
export async function hashContact(db: Kysely<Database>, contact: string): Promise<Buffer> {
  return createHmac('sha256', await loadServerSecret(db, SECRET))
    .update(contact)
    .digest();
}
