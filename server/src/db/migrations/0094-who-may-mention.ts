import { type Kysely, sql } from 'kysely';

/** Who may mention a member: everyone, those whom the member follows, or nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users ADD COLUMN mentions_from text NOT NULL DEFAULT 'everyone'
      CHECK (mentions_from IN ('everyone', 'following', 'nobody'))`.execute(db);
}
