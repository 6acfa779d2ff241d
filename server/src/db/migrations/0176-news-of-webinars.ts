import { type Kysely, sql } from 'kysely';

/*
 * Members are told of recordings, and of offered seats that went to the next. `lapsed` is an offer that its member did
 * not take, of which they are yet to be told. Recordings of before are told of no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webinar_notices DROP CONSTRAINT webinar_notices_kind_check`.execute(db);
  await sql`ALTER TABLE webinar_notices ADD CONSTRAINT webinar_notices_kind_check
    CHECK (kind IN ('cancelled', 'moved', 'offered', 'day', 'hour', 'recorded', 'lapsed'))`.execute(db);
  await sql`ALTER TABLE seats ADD COLUMN lapsed boolean NOT NULL DEFAULT false`.execute(db);
  await sql`CREATE INDEX seats_lapsed ON seats (id) WHERE lapsed`.execute(db);
  await sql`ALTER TABLE webinars ADD COLUMN recording_told boolean NOT NULL DEFAULT false`.execute(db);
  await sql`UPDATE webinars SET recording_told = true WHERE recording IS NOT NULL`.execute(db);
  await sql`CREATE INDEX webinars_recorded ON webinars (post_id)
    WHERE recording IS NOT NULL AND NOT recording_told`.execute(db);
}
