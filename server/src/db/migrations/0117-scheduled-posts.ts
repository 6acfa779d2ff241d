import { type Kysely, sql } from 'kysely';

/** Posts that are published at a time. Until then they are no posts, so that no list, count or search has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE scheduled_posts (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      publish_at timestamptz NOT NULL,
      body jsonb NOT NULL,
      problem text,
      claimed_until timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX scheduled_posts_due ON scheduled_posts (publish_at) WHERE problem IS NULL`.execute(db);
  await sql`CREATE INDEX scheduled_posts_member ON scheduled_posts (user_id, publish_at, id)`.execute(db);
}
