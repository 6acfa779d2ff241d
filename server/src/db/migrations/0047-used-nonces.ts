import { type Kysely, sql } from 'kysely';

/**
 * Nonces with which somebody has signed in with Google: each is good once. Kept until they would expire by themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE used_nonces (
      nonce_hash bytea PRIMARY KEY,
      expires_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX used_nonces_expiry ON used_nonces (expires_at)`.execute(db);
}
