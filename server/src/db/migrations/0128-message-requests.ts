import { type Kysely, sql } from 'kysely';

/**
 * First messages of strangers. On the receiver's side of a conversation `request` says that it is not accepted: it
 * waits, or the receiver ignores it; `requested_at` is when it was sent. Every conversation from before is accepted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE conversation_members
      ADD COLUMN request text CHECK (request IN ('waiting', 'ignored')),
      ADD COLUMN requested_at timestamptz(3)`.execute(db);
  await sql`
    CREATE INDEX conversation_members_requests
      ON conversation_members (user_id, request, requested_at DESC, conversation_id DESC)
      WHERE request IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX conversation_members_requested ON conversation_members (other_user_id, requested_at)
      WHERE requested_at IS NOT NULL`.execute(db);
  await sql`
    ALTER TABLE users ADD COLUMN messages_from text NOT NULL DEFAULT 'everyone'
      CHECK (messages_from IN ('everyone', 'known'))`.execute(db);
}
