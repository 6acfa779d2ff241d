import { type Kysely, sql } from 'kysely';

/** Which server holds sockets of which member; a server that stops beating is taken out with all it held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE presence_nodes (
      id uuid PRIMARY KEY,
      beat_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE presence_members (
      node_id uuid NOT NULL REFERENCES presence_nodes ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      PRIMARY KEY (node_id, user_id)
    )`.execute(db);
  await sql`CREATE INDEX presence_members_user ON presence_members (user_id)`.execute(db);
}
