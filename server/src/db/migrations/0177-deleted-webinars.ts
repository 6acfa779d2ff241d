import { type Kysely, sql } from 'kysely';

/*
 * Who had a seat in a webinar that was deleted, or waited for one, is told; whatever deleted it, an account that is
 * closed, too. The rows are written before the webinar goes, and keep what is said of it. Members are locked in their
 * order, and those who are being deleted are left out.
 */
const NOTE = `CREATE FUNCTION note_deleted_webinar() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO deleted_webinar_notices (post_id, user_id, title, starts_at, ends_at, time_zone,
      calendar_seq, seat)
    SELECT OLD.id, told.id, CASE WHEN OLD.hidden_by IS NULL THEN OLD.title END, OLD.starts_at,
      w.ends_at, OLD.time_zone, w.calendar_seq + 1, (SELECT s.state FROM seats s
        WHERE s.post_id = OLD.id AND s.user_id = told.id AND s.state IN ('paid', 'free'))
    FROM webinars w, (
      SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND u.id <> OLD.user_id AND u.id IN (
        SELECT s.user_id FROM seats s LEFT JOIN payments pay ON pay.id = s.payment_id
        WHERE s.post_id = OLD.id AND pay.refund_requested_at IS NULL AND (s.state IN ('paid', 'free')
          OR (s.state = 'held' AND (s.payment_id IS NOT NULL OR s.offered_at IS NOT NULL)))
        UNION SELECT waiting.user_id FROM webinar_waiting waiting WHERE waiting.post_id = OLD.id)
      ORDER BY u.id FOR KEY SHARE
    ) told
    WHERE w.post_id = OLD.id AND w.cancelled_at IS NULL
      AND coalesce(coalesce(w.ends_at, OLD.starts_at + interval '1 day') > now(), true)
    ON CONFLICT DO NOTHING;
    RETURN OLD;
  END $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE deleted_webinar_notices (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      post_id uuid NOT NULL,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      title text,
      starts_at timestamptz(3),
      ends_at timestamptz(3),
      time_zone text,
      calendar_seq integer NOT NULL,
      seat text CHECK (seat IN ('paid', 'free')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      told_at timestamptz(3),
      UNIQUE (post_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX deleted_webinar_notices_member ON deleted_webinar_notices (user_id)`.execute(db);
  await sql`CREATE INDEX deleted_webinar_notices_due ON deleted_webinar_notices (created_at)
    WHERE told_at IS NULL`.execute(db);
  await sql.raw(NOTE).execute(db);
  await sql`CREATE TRIGGER posts_deleted_webinars BEFORE DELETE ON posts
    FOR EACH ROW WHEN (OLD.post_type = 'webinar') EXECUTE FUNCTION note_deleted_webinar()`.execute(db);
}
