import { type Kysely, sql } from 'kysely';

/*
 * heat: engagement in steps of a quarter doubling, so that most likes of a busy post leave the index alone. With the
 * hour in front of it, the most engaged posts of a day are the best few of each of its hours.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE posts
      ADD COLUMN heat double precision NOT NULL GENERATED ALWAYS AS (
        floor(4 * log(2.0::numeric,
          (1 + likes_count + 2 * comments_count + ratings_count)::numeric)::double precision) / 4
      ) STORED,
      ADD COLUMN created_hour integer NOT NULL GENERATED ALWAYS AS (
        floor(extract(epoch FROM created_at AT TIME ZONE 'UTC') / 3600)::integer
      ) STORED`.execute(db);
  await sql`CREATE INDEX posts_heat ON posts (created_hour, heat DESC, id DESC)`.execute(db);
}
