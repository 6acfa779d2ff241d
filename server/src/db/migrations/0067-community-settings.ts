import { type Kysely, sql } from 'kysely';

/* What a community says of itself and who may join it: one row, whose changes every server is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE community_settings (
      one boolean PRIMARY KEY DEFAULT TRUE CHECK (one),
      settings jsonb NOT NULL,
      version integer NOT NULL,
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE FUNCTION notify_of_community() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('community_changed', ''); RETURN NULL; END $$`.execute(db);
  await sql`
    CREATE TRIGGER community_settings_changed AFTER INSERT OR UPDATE OR DELETE ON community_settings
    FOR EACH STATEMENT EXECUTE FUNCTION notify_of_community()`.execute(db);
  await sql`
    CREATE TABLE community_invitations (
      id uuid PRIMARY KEY,
      code_hash bytea NOT NULL UNIQUE,
      made_by uuid REFERENCES users ON DELETE SET NULL,
      uses_left integer NOT NULL CHECK (uses_left >= 0),
      until timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX community_invitations_made_by ON community_invitations (made_by)`.execute(db);
}
