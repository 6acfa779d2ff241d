import { type Kysely, sql } from 'kysely';

/*
 * Every server is told of a member for whom something has changed by another's doing, or whose sight has: blocks on
 * both sides, reports, payments, connections. All are rare; likes and the like are not told of, since a notice lets one
 * commit wait for another.
 */
const told = [
  { table: 'member_blocks', events: 'INSERT OR UPDATE OR DELETE' },
  { table: 'post_reports', events: 'INSERT OR DELETE' },
  { table: 'comment_reports', events: 'INSERT OR DELETE' },
  { table: 'payments', events: 'INSERT OR UPDATE' },
  { table: 'connections', events: 'INSERT OR DELETE' },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION tell_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('member_changed', coalesce(NEW.user_id, OLD.user_id)::text);
      RETURN NULL;
    END $$`.execute(db);
  for (const { table, events } of told) {
    await sql
      .raw(`CREATE TRIGGER ${table}_told AFTER ${events} ON ${table} FOR EACH ROW EXECUTE FUNCTION tell_of_member()`)
      .execute(db);
  }
}
