import { type Kysely, sql } from 'kysely';

/**
 * The members who wait for a seat, in the order of `place`. A row goes when its seat is offered: then the seat is held
 * for the member, and `offered_at` tells it from one that is held while somebody pays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webinar_waiting (
      post_id uuid NOT NULL REFERENCES webinars ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      place bigint GENERATED ALWAYS AS IDENTITY,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (post_id, user_id)
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX webinar_waiting_place ON webinar_waiting (post_id, place)`.execute(db);
  await sql`CREATE INDEX webinar_waiting_member ON webinar_waiting (user_id)`.execute(db);
  await sql`ALTER TABLE seats ADD COLUMN offered_at timestamptz(3)`.execute(db);
}
