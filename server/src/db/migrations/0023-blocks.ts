import { type Kysely, sql } from 'kysely';

/*
 * Both directions are kept, so that one look-up by the reader finds everybody they do not see; `by_user` is true on
 * the side of who blocked. Comments are looked for by author and post: what a reader does not see of a post is counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE member_blocks (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      other_user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      by_user boolean NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, other_user_id),
      CHECK (user_id <> other_user_id)
    )`.execute(db);
  await sql`CREATE INDEX member_blocks_other ON member_blocks (other_user_id)`.execute(db);
  await sql`CREATE INDEX member_blocks_made ON member_blocks (user_id, created_at DESC, other_user_id)
    WHERE by_user`.execute(db);
  await sql`CREATE INDEX comments_user_post ON comments (user_id, post_id)`.execute(db);
  await sql`DROP INDEX comments_user`.execute(db);
  await sql`
    CREATE TABLE member_reports (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      reported_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      reason text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (user_id, reported_id),
      CHECK (user_id <> reported_id)
    )`.execute(db);
  await sql`CREATE INDEX member_reports_reported ON member_reports (reported_id)`.execute(db);
}
