import { type Kysely, sql } from 'kysely';

/** In the rate of an author: counted, and answered within fourteen days. */
const COUNTED = (row: string): string => `(${row}.counted IS TRUE)::integer`;
const ANSWERED = (row: string): string =>
  `(${row}.counted IS TRUE AND coalesce(${row}.answered_at <= ${row}.created_at + interval '14 days', FALSE))::integer`;

/**
 * How applications stand. `counted` says whether one is in the answer rate of its author: null for never, as those from
 * before, which could not be answered. The rate is kept by a trigger, because applications also go with their job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE job_applications
      ADD COLUMN poster_id uuid REFERENCES users ON DELETE CASCADE,
      ADD COLUMN status text NOT NULL DEFAULT 'sent'
        CHECK (status IN ('sent', 'seen', 'talking', 'offer', 'hired', 'rejected', 'withdrawn')),
      ADD COLUMN status_at timestamptz(3),
      ADD COLUMN words text,
      ADD COLUMN answers jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN cv_upload_id uuid REFERENCES uploads ON DELETE SET NULL,
      ADD COLUMN cv_until timestamptz(3),
      ADD COLUMN note text,
      ADD COLUMN rejects_at timestamptz(3),
      ADD COLUMN rejection_words text,
      ADD COLUMN answered_at timestamptz(3),
      ADD COLUMN counted boolean`.execute(db);
  await sql`ALTER TABLE job_applications ALTER COLUMN counted SET DEFAULT FALSE`.execute(db);
  await sql`UPDATE job_applications a SET poster_id = p.user_id FROM posts p WHERE p.id = a.post_id`.execute(db);
  await sql`CREATE INDEX job_applications_of_job ON job_applications (post_id, id DESC)`.execute(db);
  await sql`CREATE INDEX job_applications_status ON job_applications (post_id, status, id DESC)`.execute(db);
  await sql`CREATE INDEX job_applications_own ON job_applications (user_id, id DESC)`.execute(db);
  await sql`CREATE INDEX job_applications_poster ON job_applications (poster_id)`.execute(db);
  await sql`CREATE INDEX job_applications_rejecting ON job_applications (rejects_at)
    WHERE rejects_at IS NOT NULL`.execute(db);
  await sql`CREATE INDEX job_applications_uncounted ON job_applications (created_at)
    WHERE counted = FALSE`.execute(db);
  await sql`CREATE UNIQUE INDEX job_applications_cv ON job_applications (cv_upload_id)
    WHERE cv_upload_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX job_applications_cv_until ON job_applications (cv_until)
    WHERE cv_until IS NOT NULL`.execute(db);
  await sql`
    CREATE TABLE answer_rates (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      applications integer NOT NULL DEFAULT 0 CHECK (applications >= 0),
      answered integer NOT NULL DEFAULT 0 CHECK (answered BETWEEN 0 AND applications)
    )`.execute(db);
  await sql
    .raw(`CREATE FUNCTION set_application_poster() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      SELECT p.user_id INTO NEW.poster_id FROM posts p WHERE p.id = NEW.post_id;
      RETURN NEW; END $$`)
    .execute(db);
  await sql`CREATE TRIGGER set_application_poster BEFORE INSERT ON job_applications
    FOR EACH ROW EXECUTE FUNCTION set_application_poster()`.execute(db);
  await sql
    .raw(`CREATE FUNCTION count_answers() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE more integer := 0; better integer := 0; poster uuid;
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          more := ${COUNTED('NEW')}; better := ${ANSWERED('NEW')}; poster := NEW.poster_id;
        END IF;
        poster := coalesce(poster, OLD.poster_id);
        more := more - ${COUNTED('OLD')}; better := better - ${ANSWERED('OLD')};
        IF more > 0 THEN
          INSERT INTO answer_rates AS r (user_id, applications, answered) VALUES (poster, more, better)
          ON CONFLICT (user_id) DO UPDATE SET applications = r.applications + excluded.applications,
            answered = r.answered + excluded.answered;
        ELSIF more <> 0 OR better <> 0 THEN
          UPDATE answer_rates SET applications = applications + more, answered = answered + better
          WHERE user_id = poster;
        END IF;
        RETURN NULL; END $$`)
    .execute(db);
  await sql`CREATE TRIGGER count_answers AFTER UPDATE OF counted, answered_at, created_at OR DELETE ON job_applications
    FOR EACH ROW EXECUTE FUNCTION count_answers()`.execute(db);
  // The sweep of unused uploads deletes the CV of an application that went with its job or its member.
  await sql
    .raw(`CREATE FUNCTION release_cv() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE uploads SET used_at = NULL, created_at = '2000-01-01' WHERE id = OLD.cv_upload_id;
      RETURN NULL; END $$`)
    .execute(db);
  await sql`CREATE TRIGGER release_cv AFTER DELETE ON job_applications
    FOR EACH ROW WHEN (OLD.cv_upload_id IS NOT NULL) EXECUTE FUNCTION release_cv()`.execute(db);
}
