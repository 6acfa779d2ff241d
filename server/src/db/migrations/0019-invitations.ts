import { type Kysely, sql } from 'kysely';

/** What a transition table's rows add to the counts of the two members, as a sum a member. */
const added = (transition: string, sign: '' | '-'): string => `
  SELECT r.to_user_id AS member, ${sign}(r.status = 'pending')::integer AS received, 0 AS sent FROM ${transition} r
  UNION ALL
  SELECT r.from_user_id, 0, ${sign}(r.status <> 'accepted')::integer FROM ${transition} r`;

const parts = {
  INSERT: { transitions: 'NEW TABLE AS new_rows', change: added('new_rows', '') },
  DELETE: { transitions: 'OLD TABLE AS old_rows', change: added('old_rows', '-') },
  UPDATE: {
    transitions: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
    change: `${added('new_rows', '')} UNION ALL ${added('old_rows', '-')}`,
  },
} as const;

/** Counts invitations that wait for a member, and those a member sees as sent; and lists connections newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE member_counters
      ADD COLUMN invitations integer NOT NULL DEFAULT 0 CHECK (invitations >= 0),
      ADD COLUMN sent_invitations integer NOT NULL DEFAULT 0 CHECK (sent_invitations >= 0)`.execute(db);
  await sql`
    UPDATE member_counters t SET
      invitations = (SELECT count(*) FROM connection_requests r
        WHERE r.to_user_id = t.user_id AND r.status = 'pending'),
      sent_invitations =
        (SELECT count(*) FROM connection_requests r WHERE r.from_user_id = t.user_id AND r.status <> 'accepted')
  `.execute(db);
  for (const [event, { transitions, change }] of Object.entries(parts)) {
    const name = `count_invitations_${event.toLowerCase()}`;
    await sql
      .raw(`
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE member_counters t
        SET invitations = t.invitations + c.received, sent_invitations = t.sent_invitations + c.sent
        FROM (
          SELECT member, sum(received)::integer AS received, sum(sent)::integer AS sent FROM (${change}) s GROUP BY 1
        ) c
        WHERE t.user_id = c.member AND (c.received <> 0 OR c.sent <> 0);
        RETURN NULL;
      END $$`)
      .execute(db);
    await sql
      .raw(`
      CREATE TRIGGER ${name} AFTER ${event} ON connection_requests REFERENCING ${transitions}
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`)
      .execute(db);
  }
  await sql`
    CREATE INDEX connection_requests_sent ON connection_requests (from_user_id, id DESC)
    WHERE status <> 'accepted'`.execute(db);
  await sql`CREATE INDEX connections_newest ON connections (user_id, created_at DESC, other_user_id DESC)`.execute(db);
}
