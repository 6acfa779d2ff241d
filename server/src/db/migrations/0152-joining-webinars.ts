import { type Kysely, sql } from 'kysely';

/**
 * When members opened the way into a webinar, its recording, and for which start they were reminded: another start is
 * reminded of anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE webinars
      ADD COLUMN recording text,
      ADD COLUMN reminded_day timestamptz,
      ADD COLUMN reminded_hour timestamptz`.execute(db);
  await sql`
    ALTER TABLE seats
      ADD COLUMN first_opened_at timestamptz(3),
      ADD COLUMN last_opened_at timestamptz(3)`.execute(db);
}
