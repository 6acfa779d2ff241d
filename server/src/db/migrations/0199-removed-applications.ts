import { type Kysely, sql } from 'kysely';

/*
 * What an applicant still sees of an application after its job was deleted, also with its author's account: the dates
 * and the last status, nothing about the job or its author. A trigger stores it, because applications are deleted by
 * cascade, also by the version before. Applicants whose rows are locked are skipped, because they are probably being
 * deleted themselves, and waiting for that could deadlock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE removed_applications (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      status text NOT NULL,
      status_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      removed_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX removed_applications_own ON removed_applications (user_id, id DESC)`.execute(db);
  await sql`
    CREATE FUNCTION keep_removed_applications() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO removed_applications (id, user_id, status, status_at, created_at)
      SELECT o.id, o.user_id, o.status, o.status_at, o.created_at
      FROM old_rows o JOIN users u ON u.id = o.user_id FOR KEY SHARE OF u SKIP LOCKED;
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER keep_removed_applications AFTER DELETE ON job_applications
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_removed_applications()`.execute(db);
}
