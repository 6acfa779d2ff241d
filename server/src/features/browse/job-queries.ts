/** Pages of open jobs by their terms. Each filter has a partial index of the open jobs. */
import type { JobFilters } from '@afterhours/contract/browse';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { type FeedFilters, listedWith, orderBy, selectPage } from '#features/feed/loaders.ts';
import type { PostList } from '#features/posts/loaders.ts';

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

const newestJob = orderBy('jobs', ['id'], ['j.post_id']);

/** The open jobs with these terms, newest first. */
export const jobList = (
  db: Db,
  viewerId: string | null,
  { filters, terms }: { filters: FeedFilters; terms: JobFilters },
): PostList => {
  const where = sql`${termConditions(terms)} AND ${listedWith(filters, viewerId)}`;
  const from = sql`jobs j JOIN posts p ON p.id = j.post_id`;
  return { ...newestJob, select: (start) => selectPage(db, newestJob, { from, where }, start) };
};
