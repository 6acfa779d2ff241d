import { type Kysely, sql } from 'kysely';

const LIVE = "('held', 'paid', 'free')";

/** What the rows of a transition table add to the seats taken of each webinar. */
const live = (rows: string, sign: string): string =>
  `SELECT post_id, ${sign}count(*)::integer AS n FROM ${rows} WHERE state IN ${LIVE} GROUP BY 1`;

const events = [
  { event: 'INSERT', tables: 'NEW TABLE AS new_rows', change: live('new_rows', '') },
  { event: 'DELETE', tables: 'OLD TABLE AS old_rows', change: live('old_rows', '-') },
  {
    event: 'UPDATE',
    tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    change: `SELECT post_id, sum(n)::integer AS n
      FROM (${live('new_rows', '')} UNION ALL ${live('old_rows', '-')}) both_sides GROUP BY 1`,
  },
] as const;

/**
 * Seats in webinars. A member has one live seat in a webinar at most. The seats taken are counted by triggers, because
 * seats also go with their member. Whoever paid before has a seat; whoever was paying keeps one for a while.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE seats (
      id uuid PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES webinars ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      state text NOT NULL CHECK (state IN ('held', 'paid', 'free', 'cancelled', 'refunded')),
      held_until timestamptz(3),
      payment_id uuid REFERENCES payments,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK ((state = 'held') = (held_until IS NOT NULL))
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX seats_live ON seats (post_id, user_id) WHERE state IN ${sql.raw(LIVE)}`.execute(db);
  await sql`CREATE INDEX seats_post ON seats (post_id)`.execute(db);
  await sql`CREATE INDEX seats_member ON seats (user_id, post_id)`.execute(db);
  await sql`CREATE INDEX seats_payment ON seats (payment_id) WHERE payment_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX seats_held ON seats (held_until) WHERE state = 'held'`.execute(db);
  for (const { event, tables, change } of events) {
    const name = `count_seats_${event.toLowerCase()}`;
    await sql
      .raw(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE webinars w SET seats_taken = w.seats_taken + c.n FROM (${change}) c
        WHERE w.post_id = c.post_id AND c.n <> 0;
        RETURN NULL; END $$`)
      .execute(db);
    await sql
      .raw(`CREATE TRIGGER ${name} AFTER ${event} ON seats REFERENCING ${tables}
        FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`)
      .execute(db);
  }
  // As of payments: servers that read from a replica are told of the member (0035).
  await sql`CREATE TRIGGER seats_told AFTER INSERT OR UPDATE ON seats
    FOR EACH ROW EXECUTE FUNCTION tell_of_member()`.execute(db);
  await sql`
    INSERT INTO seats (id, post_id, user_id, state, held_until, payment_id)
    SELECT gen_random_uuid(), post_id, user_id, CASE status WHEN 'completed' THEN 'paid' ELSE 'held' END,
      CASE status WHEN 'completed' THEN NULL ELSE now() + interval '10 minutes' END, id
    FROM payments
    WHERE status IN ('pending', 'completed') AND refund_requested_at IS NULL AND user_id IS NOT NULL
      AND post_id IN (SELECT post_id FROM webinars)`.execute(db);
}
