import { type Kysely, sql } from 'kysely';

/** What members have muted. `value` is the id of the member or post, too, so that one key holds for every kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mutes (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('member', 'tag', 'word', 'post')),
      value text NOT NULL,
      member_id uuid REFERENCES users ON DELETE CASCADE,
      post_id uuid REFERENCES posts ON DELETE CASCADE,
      until timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (user_id, kind, value)
    )`.execute(db);
  await sql`CREATE INDEX mutes_member ON mutes (member_id) WHERE member_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX mutes_post ON mutes (post_id) WHERE post_id IS NOT NULL`.execute(db);
}
