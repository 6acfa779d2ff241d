import { type Kysely, sql } from 'kysely';

/*
 * A suspension (with an end) or a ban (without) belongs to its decision, and goes with the reversal: a member is kept
 * out by any that has not ended. What counts for others, such as likes and follows, is taken out of its table by a ban
 * and kept as JSON, so that counts and lists need not know of bans. Servers close the sockets of these members.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE sanctions (
       decision_id uuid PRIMARY KEY REFERENCES decisions,
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       until timestamptz(3),
       created_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
    'CREATE INDEX sanctions_member ON sanctions (user_id)',
    'CREATE INDEX sanctions_bans ON sanctions (user_id) WHERE until IS NULL',
    `CREATE TABLE put_away_rows (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       decision_id uuid NOT NULL REFERENCES decisions,
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       relation text NOT NULL,
       row jsonb NOT NULL
     )`,
    'CREATE INDEX put_away_rows_decision ON put_away_rows (decision_id)',
    'CREATE INDEX put_away_rows_member ON put_away_rows (user_id)',
    'ALTER TABLE decisions ADD COLUMN until timestamptz(3), ADD COLUMN hides boolean NOT NULL DEFAULT FALSE',
    'ALTER TABLE cases ADD COLUMN outcome_hides boolean NOT NULL DEFAULT FALSE',
    'ALTER TABLE decisions DROP CONSTRAINT decisions_action_check',
    `ALTER TABLE decisions ADD CONSTRAINT decisions_action_check
       CHECK (action IN ('none', 'warn', 'hide', 'remove', 'suspend', 'ban', 'reverse'))`,
    `CREATE FUNCTION notify_of_sanction() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF TG_OP = 'INSERT' THEN
         PERFORM pg_notify('session_changed', id || ' limited') FROM sessions WHERE user_id = NEW.user_id;
       ELSE
         PERFORM pg_notify('session_changed', id || ' changed') FROM sessions WHERE user_id = OLD.user_id;
       END IF;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER sanctions_changed AFTER INSERT OR DELETE ON sanctions
     FOR EACH ROW EXECUTE FUNCTION notify_of_sanction()`,
  ])
    await sql.raw(statement).execute(db);
}
