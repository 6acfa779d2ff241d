/** Versions of the terms, and their acceptances by members. */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

export type TermsRow = { version: number; terms: string | null; privacy: string | null; published_at: Date | null };

const builtIn: TermsRow = { version: 0, terms: null, privacy: null, published_at: null };

/** Returns the current version. */
export async function selectTerms(db: Db): Promise<TermsRow> {
  const row = await db
    .selectFrom('terms_versions')
    .select(['version', 'terms', 'privacy', 'published_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? builtIn;
}

/** Stores the version after `version`; returns false if it already exists. */
export async function insertTerms(
  db: Db,
  texts: { version: number; terms: string | null; privacy: string | null; publishedBy: string },
): Promise<boolean> {
  const { version, terms, privacy, publishedBy } = texts;
  const inserted = await db
    .insertInto('terms_versions')
    .values({ version: version + 1, terms, privacy, published_by: publishedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Records that a member accepts the current version, if it is `version` or `version` is null. Returns whether `version`
 * is the current one. A repeated call keeps the first time.
 */
export async function insertAcceptance(db: Db, userId: string, version: number | null): Promise<boolean> {
  const { rows } = await sql`
    WITH present AS (SELECT v.version FROM terms_versions v ORDER BY v.version DESC LIMIT 1), added AS (
      INSERT INTO terms_acceptances (user_id, version)
      SELECT ${userId}::uuid, p.version FROM present p WHERE p.version = coalesce(${version}::integer, p.version)
      ON CONFLICT DO NOTHING)
    SELECT 1 FROM present p WHERE p.version = ${version}::integer`.execute(db);
  return rows.length > 0;
}
