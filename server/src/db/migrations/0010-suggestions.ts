import { type Kysely, sql } from 'kysely';

/*
 * profession_kind: the last word of a profession names the trade in most of them ("Wedding Photographer", "Senior
 * Developer"), and one word can be looked up in an index in the order of a list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN profession_kind text GENERATED ALWAYS AS (
      lower(substring(profession FROM '([^[:space:][:punct:]]+)[[:space:][:punct:]]*$'))
    ) STORED`.execute(db);
  await sql`CREATE INDEX users_profession ON users (lower(profession), id DESC)`.execute(db);
  await sql`CREATE INDEX users_profession_kind ON users (profession_kind, id DESC)`.execute(db);
  await sql`CREATE INDEX users_country ON users (country, id DESC)`.execute(db);
  await sql`
    CREATE TABLE dismissed_people (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      dismissed_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, dismissed_id),
      CHECK (user_id <> dismissed_id)
    )`.execute(db);
  await sql`CREATE INDEX dismissed_people_dismissed ON dismissed_people (dismissed_id)`.execute(db);
}
