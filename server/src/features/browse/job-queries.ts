/** Pages of open jobs by their terms. Each filter has a partial index of the open jobs. */
import type { JobFilters } from '@afterhours/contract/browse';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { KeyShape, PageStart } from '#db/statements/keyset.ts';
import { type Filters, listedWith } from '#features/feed/loaders.ts';
import type { IdRow } from '#features/posts/loaders.ts';

export const jobShape: KeyShape = ['id'];

/** SQL for the conditions on the terms `j`. */
function termConditions({ remote, employment, country, payMin, payCurrency, payPeriod }: JobFilters) {
  const all: RawBuilder<unknown>[] = [sql`NOT j.closed`];
  if (remote) all.push(sql`j.remote = ${remote}`);
  if (employment) all.push(sql`j.employment = ${employment}`);
  if (country) all.push(sql`j.reach && ARRAY[${country}, '*']`);
  if (payMin !== undefined)
    all.push(sql`j.pay_currency = ${payCurrency} AND j.pay_period = ${payPeriod} AND j.pay_min >= ${payMin}::numeric`);
  return sql.join(all, sql` AND `);
}

/** Whether a filter on the terms is set. */
export const hasTerms = ({ remote, employment, country, payMin }: JobFilters): boolean =>
  Boolean(remote ?? employment ?? country) || payMin !== undefined;

/** Returns one page, and one row more, of the open jobs with these terms, newest first. */
export async function selectJobIds(
  db: Db,
  viewerId: string | null,
  { filters, terms }: { filters: Filters; terms: JobFilters },
  { after, limit, offset }: PageStart,
): Promise<IdRow[]> {
  const { rows } = await sql<IdRow>`
    SELECT p.id, json_build_array(p.id) AS key FROM jobs j JOIN posts p ON p.id = j.post_id
    WHERE ${termConditions(terms)} AND ${after ? sql`j.post_id < ${after[0]}::uuid` : sql`TRUE`}
      AND ${listedWith(filters, viewerId)}
    ORDER BY j.post_id DESC LIMIT ${limit + 1} OFFSET ${offset}`.execute(db);
  return rows;
}
