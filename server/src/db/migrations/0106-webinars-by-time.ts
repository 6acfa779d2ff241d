import { type Kysely, sql } from 'kysely';

/** Lists webinars by the time at which they begin; those without one come after all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX posts_webinars ON posts ((coalesce(starts_at, 'infinity'::timestamptz)), id)
    WHERE post_type = 'webinar'`.execute(db);
}
