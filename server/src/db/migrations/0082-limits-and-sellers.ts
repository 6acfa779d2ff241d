import { type Kysely, sql } from 'kysely';

/*
 * How often a member has done something on a day (UTC), a row for each kind; and whom the staff have approved to
 * publish webinars. Servers cache with a session whether its member is, so each is told when that changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE daily_use (
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       kind text NOT NULL,
       day date NOT NULL,
       used integer NOT NULL,
       PRIMARY KEY (user_id, kind)
     )`,
    `CREATE TABLE sellers (
       user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
       approved_by uuid REFERENCES users ON DELETE SET NULL,
       created_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
    'CREATE INDEX sellers_approved_by ON sellers (approved_by)',
    `CREATE FUNCTION notify_of_seller() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM pg_notify('session_changed', id || ' changed') FROM public.sessions
       WHERE user_id = coalesce(NEW.user_id, OLD.user_id);
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER sellers_changed AFTER INSERT OR DELETE ON sellers
     FOR EACH ROW EXECUTE FUNCTION notify_of_seller()`,
  ])
    await sql.raw(statement).execute(db);
}
