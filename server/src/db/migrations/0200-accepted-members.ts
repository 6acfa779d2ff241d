import { type Kysely, sql } from 'kysely';

/*
 * When a member's request to join was accepted, so that they count as new on that day. A trigger stores it, because the
 * version before accepts requests, too. For earlier members it is in the audit log. The days are counted again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'ALTER TABLE users ADD COLUMN accepted_at timestamptz(3)',
    `CREATE OR REPLACE FUNCTION keep_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE public.users SET waiting = (TG_OP = 'INSERT'), accepted_at = CASE WHEN TG_OP = 'DELETE' THEN now() END
       WHERE id = CASE WHEN TG_OP = 'INSERT' THEN NEW.user_id ELSE OLD.user_id END;
       RETURN NULL;
     END $$`,
    `UPDATE users u SET accepted_at = log.created_at FROM audit_log log
     WHERE log.action = 'request-accepted' AND u.id = log.subject_id`,
    'CREATE INDEX users_accepted ON users (accepted_at) WHERE accepted_at IS NOT NULL',
    `DELETE FROM daily_figures WHERE kind = 'members'`,
  ])
    await sql.raw(statement).execute(db);
}
