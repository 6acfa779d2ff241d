/**
 * Keys that this installation generates for itself: the first server that needs one creates it, and all servers share
 * it.
 */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema/schema.ts';

const SECRET_BYTES = 32;

const secrets = new WeakMap<Kysely<Database>, Map<string, Promise<Buffer>>>();

async function findSecret(db: Kysely<Database>, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('server_secrets').select('secret').where('name', '=', name).executeTakeFirst();
  return row?.secret;
}

/** Reads a key or creates it. Nearly always the key exists and is only read, which a replica can do. */
async function readSecret(db: Kysely<Database>, name: string): Promise<Buffer> {
  const existing = await findSecret(db, name);
  if (existing) return existing;
  await db
    .insertInto('server_secrets')
    .values({ name, secret: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await findSecret(db, name);
  if (!stored) throw new Error('a secret that was stored is not there');
  return stored;
}

/** Returns the key with this name, loading it once. */
export function loadServerSecret(db: Kysely<Database>, name: string): Promise<Buffer> {
  const loaded = secrets.get(db) ?? new Map<string, Promise<Buffer>>();
  secrets.set(db, loaded);
  const known = loaded.get(name);
  if (known) return known;
  const load = readSecret(db, name);
  loaded.set(name, load);
  load.catch(() => loaded.delete(name));
  return load;
}
