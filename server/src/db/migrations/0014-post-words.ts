import { type Kysely, sql } from 'kysely';

/** The words of a post, for the keyword of its lists. 'simple': members write in many languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE posts ADD COLUMN words tsvector NOT NULL
    GENERATED ALWAYS AS (to_tsvector('simple', coalesce(title, '') || ' ' || description)) STORED`.execute(db);
  await sql`CREATE INDEX posts_words ON posts USING gin (words)`.execute(db);
}
