import { type Kysely, sql } from 'kysely';

/* Challenges of proof of work that have been used, by the hash of their signature, until they expire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE used_proofs (proof_hash bytea PRIMARY KEY, expires_at timestamptz(3) NOT NULL)`.execute(db);
  await sql`CREATE INDEX used_proofs_expiry ON used_proofs (expires_at)`.execute(db);
}
