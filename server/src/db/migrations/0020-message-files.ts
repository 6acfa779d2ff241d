import { type Kysely, sql } from 'kysely';

/** Ids that clients give messages, their files, the key that signs file addresses, and the order of the chat list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages ADD COLUMN client_id uuid`.execute(db);
  await sql`
    CREATE UNIQUE INDEX messages_client ON messages (sender_id, client_id) WHERE client_id IS NOT NULL`.execute(db);
  await sql`
    CREATE TABLE message_attachments (
      id uuid PRIMARY KEY,
      message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
      conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
      seq integer NOT NULL,
      position smallint NOT NULL,
      upload_id uuid NOT NULL UNIQUE REFERENCES uploads ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('image', 'document')),
      filename text NOT NULL UNIQUE,
      name text NOT NULL,
      content_type text NOT NULL,
      bytes bigint NOT NULL,
      width integer,
      height integer,
      placeholder text,
      UNIQUE (message_id, position),
      UNIQUE (conversation_id, seq, position)
    )`.execute(db);
  await sql`
    CREATE TABLE server_secrets (
      name text PRIMARY KEY,
      secret bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`DROP INDEX conversation_members_newest`.execute(db);
  await sql`
    CREATE INDEX conversation_members_newest ON conversation_members
    (user_id, last_message_at DESC, conversation_id DESC) WHERE last_message_at IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX conversation_members_pinned ON conversation_members
    (user_id, last_message_at DESC, conversation_id DESC) WHERE last_message_at IS NOT NULL AND pinned`.execute(db);
}
