import { type Kysely, sql } from 'kysely';

/** What pages that posts link to say of themselves: one row for an address, whoever links to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE link_cards (
      id uuid PRIMARY KEY,
      url_hash bytea NOT NULL UNIQUE,
      url text NOT NULL,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'ready', 'none')),
      title text NOT NULL DEFAULT '',
      description text NOT NULL DEFAULT '',
      site text NOT NULL DEFAULT '',
      hops text[] NOT NULL DEFAULT '{}',
      image jsonb,
      fetched_at timestamptz,
      fetch_from timestamptz NOT NULL DEFAULT now(),
      keep_until timestamptz NOT NULL DEFAULT now() + interval '1 day'
    )`.execute(db);
  await sql`CREATE INDEX link_cards_by_sweep ON link_cards (keep_until)`.execute(db);
  await sql`ALTER TABLE posts ADD COLUMN card_id uuid REFERENCES link_cards ON DELETE SET NULL`.execute(db);
  await sql`CREATE INDEX posts_by_card ON posts (card_id) WHERE card_id IS NOT NULL`.execute(db);
}
