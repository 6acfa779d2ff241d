import { type Kysely, sql } from 'kysely';

/**
 * Webinars that are cancelled or have another time, and what their members are told of. `calendar_seq` numbers the
 * versions of the entry in calendars. A seat that had another time may be given back whatever the refund policy. A
 * notice is written with its cause; its key makes it one of its kind for each member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE webinars
      ADD COLUMN calendar_seq integer NOT NULL DEFAULT 0,
      ADD COLUMN cancelled_at timestamptz(3),
      ADD COLUMN cancel_words text`.execute(db);
  await sql`ALTER TABLE seats ADD COLUMN moved boolean NOT NULL DEFAULT false`.execute(db);
  await sql`
    CREATE TABLE webinar_notices (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      post_id uuid NOT NULL REFERENCES webinars ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('cancelled', 'moved', 'offered', 'day', 'hour')),
      key text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      told_at timestamptz(3),
      UNIQUE (post_id, user_id, kind, key)
    )`.execute(db);
  await sql`CREATE INDEX webinar_notices_member ON webinar_notices (user_id)`.execute(db);
  await sql`CREATE INDEX webinar_notices_due ON webinar_notices (created_at) WHERE told_at IS NULL`.execute(db);
}
