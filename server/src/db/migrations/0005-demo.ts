import { type Kysely, sql } from 'kysely';

/** One row at most: whether this database was filled with the demo community, or is to stay without it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE demo_community (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      filled boolean NOT NULL,
      decided_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
