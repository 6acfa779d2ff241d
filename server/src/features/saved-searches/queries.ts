import type { SearchCadence } from '@afterhours/contract/constants/jobs';
import type { JobSearch } from '@afterhours/contract/job-filters';
import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#access/muted-words.ts';
import { notificationMuted } from '#access/mutes.ts';
import { membersMeet, postVisibleTo } from '#access/visibility.ts';
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

/** Saves a search, or changes the cadence of the same one. */
export async function saveSearch(db: Db, { userId, query, cadence, key, terms }: NewSearch): Promise<SearchRow> {
  const { rows } = await sql<SearchRow>`
    INSERT INTO saved_searches (id, user_id, query, cadence, key, terms)
    VALUES (${newId()}, ${userId}::uuid, ${JSON.stringify(query)}::jsonb, ${cadence}, ${key}, ${terms})
    ON CONFLICT (user_id, md5(query::text)) DO UPDATE SET cadence = excluded.cadence
    RETURNING ${columns}`.execute(db);
  if (!rows[0]) throw new Error('an upsert gave no row');
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

/** Marks a new job as compared; returns false where it was before, or is open no more. */
export async function claimJob(db: Db, postId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE open_jobs SET matched = TRUE WHERE post_id = ${postId}::uuid AND NOT matched RETURNING 1`.execute(db);
  return rows.length > 0;
}

export type NewJob = { words: string[]; hashtags: string[]; text: string };

export async function selectNewJob(db: Db, postId: string): Promise<NewJob | undefined> {
  const { rows } = await sql<NewJob>`
    SELECT tsvector_to_array(p.words) AS words, p.hashtags,
      concat_ws(' ', p.title, p.description, array_to_string(p.hashtags, ' ')) AS text
    FROM posts p
    WHERE p.id = ${postId}::uuid AND p.hidden_by IS NULL AND p.visibility <> 'connections'`.execute(db);
  return rows[0];
}

/** SQL: whether the filter of the search `s` under this name is not set, or this holds. */
const fits = (name: string, holds: (value: RawBuilder<string>) => RawBuilder<unknown>): RawBuilder<unknown> => {
  const value = sql<string>`(s.query ->> ${sql.lit(name)})`;
  return sql`(${value} IS NULL OR ${holds(value)})`;
};

/** SQL: whether the search `s` finds the post `p` with the terms `j`, and its member would see that. */
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
  AND s.user_id <> p.user_id AND ${postVisibleTo(sql.ref('s.user_id'))}
  AND ${membersMeet(sql.ref('s.user_id'), sql.ref('p.user_id'))}
  AND NOT ${notificationMuted(sql.ref('s.user_id'), sql.ref('p.user_id'), sql.ref('p.id'), {
    folded: sql`${folded}::text`,
    tags: sql`'{}'::text[]`,
  })}`;

/** Returns the searches with one of these keys that find a job with this text. Others are not read. */
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

/** Makes searches due: at once, or when a day or week has passed since their member was told. */
export async function makeDue(db: Db, ids: readonly string[], postId: string): Promise<void> {
  await sql`
    UPDATE saved_searches SET newest_post_id = ${postId}::uuid, notify_at = coalesce(notify_at, greatest(now(),
      notified_at + CASE cadence WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days' END))
    WHERE id = ANY (${ids}::uuid[])`.execute(db);
}

export type Due = { id: string; userId: string; query: JobSearch; postId: string };

/** Takes searches whose members are to be told, those first that have waited longest. */
export async function takeDue(db: Db, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due & { postId: string | null }>`
    UPDATE saved_searches SET notify_at = NULL, notified_at = now() WHERE id IN (
      SELECT id FROM saved_searches WHERE notify_at <= now() ORDER BY notify_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, user_id AS "userId", query, newest_post_id AS "postId"`.execute(db);
  return rows;
}

/** Returns the countries that are searched for. */
export async function selectCountries(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH RECURSIVE each AS (
      (SELECT key FROM saved_searches WHERE key > 'country ' AND key < 'country!' ORDER BY key LIMIT 1)
      UNION ALL SELECT (SELECT s.key FROM saved_searches s WHERE s.key > each.key AND s.key < 'country!'
        ORDER BY s.key LIMIT 1) FROM each WHERE each.key IS NOT NULL
    ) SELECT key FROM each WHERE key IS NOT NULL`.execute(db);
  return rows.map(({ key }) => key.slice('country '.length));
}
