import { type Kysely, sql } from 'kysely';

/**
 * What a webinar offers beside its post. A post without a row here, such as one that the version before has written,
 * has the defaults.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE webinars (
      post_id uuid PRIMARY KEY REFERENCES posts ON DELETE CASCADE,
      ends_at timestamptz(3),
      capacity integer CHECK (capacity BETWEEN 1 AND 10000),
      seats_taken integer NOT NULL DEFAULT 0,
      price integer NOT NULL DEFAULT 1000 CHECK (price >= 0),
      currency text NOT NULL DEFAULT 'usd' CHECK (currency ~ '^[a-z]{3}$'),
      refund_policy text NOT NULL DEFAULT 'none'
        CHECK (refund_policy IN ('full_until_24h', 'full_until_7d', 'none'))
    )`.execute(db);
  await sql`INSERT INTO webinars (post_id) SELECT id FROM posts WHERE post_type = 'webinar'`.execute(db);
}
