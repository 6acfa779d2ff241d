import { type Kysely, sql } from 'kysely';

/** Claims in force are few, and were looked for among all cases that wait: 60 ms among 100,000. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX cases_claimed ON cases (claimed_at) WHERE state = 'claimed'`.execute(db);
}
