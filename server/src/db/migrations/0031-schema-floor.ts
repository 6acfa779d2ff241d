import { type Kysely, sql } from 'kysely';

/**
 * The migration that a version has to know to use this database (`db/compatibility.ts`): the first that asks is this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE schema_floor (
      is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
      name text NOT NULL
    )`.execute(db);
  await sql`INSERT INTO schema_floor (name) VALUES ('0031-schema-floor')`.execute(db);
}
