import { type Kysely, sql } from 'kysely';

/**
 * What is kept of a banned member who is deleted: keyed hashes of e-mail address and phone number, for as long as the
 * decision is not reversed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE banned_contacts (
      contact_hash bytea NOT NULL,
      decision_id uuid NOT NULL REFERENCES decisions,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (contact_hash, decision_id)
    )`.execute(db);
  await sql`CREATE INDEX banned_contacts_decision ON banned_contacts (decision_id)`.execute(db);
}
