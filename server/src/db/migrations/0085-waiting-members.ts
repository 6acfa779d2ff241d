import { type Kysely, sql } from 'kysely';

/*
 * Whether a member's request to join waits, in the member's row: lists of members pass thousands of them over without
 * looking up each. Kept with the rows of `join_requests`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'LOCK TABLE join_requests IN SHARE ROW EXCLUSIVE MODE',
    'ALTER TABLE users ADD COLUMN waiting boolean NOT NULL DEFAULT FALSE',
    'UPDATE users SET waiting = TRUE WHERE id IN (SELECT user_id FROM join_requests)',
    `CREATE FUNCTION keep_waiting() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE public.users SET waiting = (TG_OP = 'INSERT')
       WHERE id = CASE WHEN TG_OP = 'INSERT' THEN NEW.user_id ELSE OLD.user_id END;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER join_requests_kept AFTER INSERT OR DELETE ON join_requests
     FOR EACH ROW EXECUTE FUNCTION keep_waiting()`,
  ])
    await sql.raw(statement).execute(db);
}
