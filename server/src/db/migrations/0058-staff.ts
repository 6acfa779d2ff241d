import { type Kysely, sql } from 'kysely';

/*
 * Owners and moderators, the links to become the first owner, and the log of what staff do. Ids in the log are plain:
 * entries outlive the members they name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE staff (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('owner', 'moderator')),
      granted_by uuid,
      without_second_factor boolean NOT NULL DEFAULT FALSE,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE owner_links (
      token_hash bytea PRIMARY KEY,
      expires_at timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE audit_log (
      id uuid PRIMARY KEY,
      actor_id uuid,
      action text NOT NULL,
      subject_kind text NOT NULL,
      subject_id uuid NOT NULL,
      details jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX audit_log_subject ON audit_log (subject_id, id)`.execute(db);
  await protectRows(db);
  await createRoleNotices(db);
}

/** Refuses every change of a row, whoever asks for it: one database user does everything here. */
async function protectRows(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME; END $$`.execute(db);
  await sql`
    CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`.execute(db);
}

/** Servers cache the role and second factor of a session's member: each is told when one of them changes. */
async function createRoleNotices(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION notify_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('session_changed', id || ' changed') FROM sessions
      WHERE user_id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER staff_changed AFTER INSERT OR UPDATE OR DELETE ON staff
    FOR EACH ROW EXECUTE FUNCTION notify_of_role()`.execute(db);
  await sql`
    CREATE TRIGGER users_second_factor AFTER UPDATE OF two_factor_enabled_at ON users FOR EACH ROW
    WHEN ((OLD.two_factor_enabled_at IS NULL) <> (NEW.two_factor_enabled_at IS NULL))
    EXECUTE FUNCTION notify_of_confirmation()`.execute(db);
}
