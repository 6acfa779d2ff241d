import type { SearchCadence } from '@afterhours/contract/constants/jobs';
import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#access/muted-words.ts';
import { type MutableText, notificationMuted } from '#access/mutes.ts';
import { memberVisibleTo, postVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import type { PageStart } from '#db/statements/keyset.ts';

export type SearchRow = { id: string; query: JobSearch; cadence: SearchCadence; created_at: Date };

const columns = sql`id, query, cadence, created_at`;

export async function selectOwn(db: Db, userId: string, { after, limit, offset }: PageStart): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    SELECT ${columns} FROM saved_searches
    WHERE user_id = ${userId}::uuid AND ${after ? sql`id < ${after[0]}::uuid` : sql`TRUE`}
    ORDER BY id DESC LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countOwn(db: Db, userId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT 1 FROM saved_searches WHERE user_id = ${userId}::uuid LIMIT ${limit}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

type NewSearch = { userId: string; query: JobSearch; cadence: SearchCadence; key: string; terms: string | null };

/** Saves a search, or changes the cadence of an identical one. */
export async function saveSearch(db: Db, { userId, query, cadence, key, terms }: NewSearch): Promise<SearchRow> {
  const { rows } = await sql<SearchRow>`
    INSERT INTO saved_searches (id, user_id, query, cadence, key, terms)
    VALUES (${newId()}, ${userId}::uuid, ${JSON.stringify(query)}::jsonb, ${cadence}, ${key}, ${terms})
    ON CONFLICT (user_id, md5(query::text)) DO UPDATE SET cadence = excluded.cadence
    RETURNING ${columns}`.execute(db);
  if (!rows[0]) throw new Error('an upsert returned no row');
  return rows[0];
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export type NewJob = { words: string[]; hashtags: string[]; text: string };

/**
 * Returns an open job that was not compared before and that others can see. It cannot be closed, hidden or deleted
 * until the transaction ends.
 */
export async function lockNewJob(db: Db, postId: string): Promise<NewJob | undefined> {
  // A separate statement takes the lock, so that the next one sees what was committed while it waited.
  await sql`SELECT FROM posts WHERE id = ${postId}::uuid FOR SHARE`.execute(db);
  const { rows } = await sql<NewJob>`
    SELECT tsvector_to_array(p.words) AS words, p.hashtags,
      concat_ws(' ', p.title, p.description, array_to_string(p.hashtags, ' ')) AS text
    FROM posts p JOIN open_jobs o ON o.post_id = p.id
    WHERE p.id = ${postId}::uuid AND NOT o.matched AND o.expires_at > now() AND p.hidden_by IS NULL
      AND p.visibility <> 'connections'`.execute(db);
  return rows[0];
}

/** Marks a job as compared; returns false if another server has already done so. */
export async function claimJob(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE open_jobs SET matched = TRUE WHERE post_id = ${postId}::uuid AND NOT matched RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Returns the posts among these that are open jobs and were not compared yet. */
export async function selectUnmatched(db: Db, postIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    SELECT post_id FROM open_jobs WHERE post_id = ANY (${[...postIds]}::uuid[]) AND NOT matched`.execute(db);
  return rows.map(({ post_id }) => post_id);
}

/** SQL: true if the search `s` has no filter of this name, or if the condition holds for its value. */
const fits = (name: string, holds: (value: RawBuilder<string>) => RawBuilder<unknown>): RawBuilder<unknown> => {
  const value = sql<string>`(s.query ->> ${sql.lit(name)})`;
  return sql`(${value} IS NULL OR ${holds(value)})`;
};

/**
 * SQL: true if the owner of the search `s` sees the post `p` in lists, and has muted neither its author nor its text.
 */
const sees = (text?: MutableText) => sql`
  s.user_id <> p.user_id AND p.visibility <> 'connections' AND ${postVisibleTo(sql.ref('s.user_id'))}
  AND ${memberVisibleTo(sql.ref('s.user_id'), sql.ref('p.user_id'))}
  AND NOT ${notificationMuted(sql.ref('s.user_id'), sql.ref('p.user_id'), sql.ref('p.id'), text)}`;

/** SQL: true if the search `s` matches the post `p` with the terms `j`, and its owner would see the post. */
const finds = (folded: string) => sql`
  ${fits('employment', (value) => sql`j.employment = ${value}`)}
  AND ${fits('remote', (value) => sql`j.remote = ${value}`)}
  AND ${fits('country', (value) => sql`j.reach && ARRAY[${value}, '*']`)}
  AND ${fits(
    'payCurrency',
    (value) => sql`(j.pay_currency = ${value} AND j.pay_period = s.query ->> 'payPeriod'
    AND j.pay_min >= (s.query ->> 'payMin')::numeric)`,
  )}
  AND ${fits(
    'hashtag',
    (value) => sql`EXISTS (SELECT 1 FROM unnest(p.hashtags) tag
    WHERE lower(tag) = lower(ltrim(${value}, '#')))`,
  )}
  AND (s.terms IS NULL OR p.words @@ to_tsquery('simple', s.terms))
  AND ${sees({ folded: sql`${folded}::text`, tags: sql`'{}'::text[]` })}`;

/** Returns the searches with one of these keys that match a job with this text. Other searches are not read. */
export async function selectFinding(
  db: Db,
  { postId, text }: { postId: string; text: string },
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM saved_searches s, posts p LEFT JOIN jobs j ON j.post_id = p.id
    WHERE s.key = ANY (${keys}::text[]) AND p.id = ${postId}::uuid AND ${finds(foldText(text))}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores the matches of searches and makes the searches due: immediately, or once a day or week has passed since the
 * last notification. Locks the searches in a fixed order, so that two concurrent comparisons wait for each other.
 * `newest_post_id` is still written for the previous version.
 */
export async function makeDue(db: Db, ids: readonly string[], postId: string): Promise<void> {
  await sql`
    WITH locked AS MATERIALIZED (
      SELECT id FROM saved_searches WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ), due AS (
      UPDATE saved_searches s SET newest_post_id = ${postId}::uuid, notify_at = coalesce(notify_at, greatest(now(),
        notified_at + CASE cadence WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days' END))
      FROM locked WHERE s.id = locked.id RETURNING s.id
    )
    INSERT INTO saved_search_jobs (search_id, post_id) SELECT id, ${postId}::uuid FROM due
    ON CONFLICT DO NOTHING`.execute(db);
}

/** SQL: the newest matching job of the search `s` that is open and visible to its owner. */
const NEWEST = sql`(
  SELECT p.id FROM posts p LEFT JOIN open_jobs o ON o.post_id = p.id
  WHERE p.id IN (SELECT found.post_id FROM saved_search_jobs found WHERE found.search_id = s.id
      UNION ALL SELECT s.newest_post_id)
    AND p.closed_at IS NULL AND coalesce(o.expires_at > now(), TRUE) AND ${sees()}
  ORDER BY p.id DESC LIMIT 1)`;

export type Due = { id: string; userId: string; query: JobSearch; postId: string | null };

/** Returns due searches, those that have waited longest first; `postId` is null if no match is left. */
export async function selectDue(db: Db, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT s.id, s.user_id AS "userId", s.query, ${NEWEST} AS "postId" FROM saved_searches s
    WHERE s.notify_at <= now() ORDER BY s.notify_at LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Takes the searches that are due and whose newest job is still the same; the others stay due. Returns those that have
 * a job.
 */
export async function takeDue(db: Db, due: readonly Due[]): Promise<(Due & { postId: string })[]> {
  const ids = due.map(({ id }) => id);
  // A separate statement takes the lock, so that a job matched in the meantime is seen.
  await sql`SELECT FROM saved_searches WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<Due>`
    WITH taken AS (
      UPDATE saved_searches s SET notify_at = NULL, newest_post_id = NULL,
        notified_at = CASE WHEN given.post_id IS NULL THEN s.notified_at ELSE now() END
      FROM unnest(${ids}::uuid[], ${due.map(({ postId }) => postId)}::uuid[]) AS given(id, post_id)
      WHERE s.id = given.id AND s.notify_at <= now() AND ${NEWEST} IS NOT DISTINCT FROM given.post_id
      RETURNING s.id, s.user_id AS "userId", s.query, given.post_id AS "postId"
    ), cleared AS (
      DELETE FROM saved_search_jobs WHERE search_id IN (SELECT id FROM taken)
    )
    SELECT * FROM taken`.execute(db);
  return rows.flatMap((row) => (row.postId === null ? [] : [{ ...row, postId: row.postId }]));
}

/** Returns the countries that saved searches name. */
export async function selectCountries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH RECURSIVE each AS (
      (SELECT key FROM saved_searches WHERE key > 'country ' AND key < 'country!' ORDER BY key LIMIT 1)
      UNION ALL SELECT (SELECT s.key FROM saved_searches s WHERE s.key > each.key AND s.key < 'country!'
        ORDER BY s.key LIMIT 1) FROM each WHERE each.key IS NOT NULL
    ) SELECT key FROM each WHERE key IS NOT NULL`.execute(db);
  return rows.map(({ key }) => key.slice('country '.length));
}
