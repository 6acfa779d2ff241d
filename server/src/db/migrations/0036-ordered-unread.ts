import { type Kysely, sql } from 'kysely';

/*
 * Several messages are committed together: the counts of their receivers are taken in one order before they change, so
 * that two such commits never wait for each other. Otherwise as in 0004.
 */
const difference = (rows: string): string => `
  UPDATE member_counters t SET unread_messages = t.unread_messages + c.unread
  FROM (SELECT user_id, sum(unread)::integer AS unread FROM (${rows}) both_sides GROUP BY 1) c
  WHERE t.user_id = c.user_id AND c.unread <> 0;`;

const taken = (rows: string): string => `
  PERFORM 1 FROM member_counters
  WHERE user_id IN (SELECT user_id FROM (${rows}) both_sides GROUP BY 1 HAVING sum(unread) <> 0)
  ORDER BY user_id FOR NO KEY UPDATE;`;

const inserted = 'SELECT user_id, unread_count AS unread FROM new_rows';
const updated = `${inserted} UNION ALL SELECT user_id, -unread_count FROM old_rows`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [event, rows] of [
    ['insert', inserted],
    ['update', updated],
  ] as const) {
    await sql
      .raw(`
      CREATE OR REPLACE FUNCTION count_conversation_members_11_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${taken(rows)} ${difference(rows)} RETURN NULL; END $$`)
      .execute(db);
  }
}
