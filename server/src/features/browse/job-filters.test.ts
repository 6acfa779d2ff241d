import { DAY_MS } from '@afterhours/contract/base/durations';
import { listJobs } from '@afterhours/contract/browse';
import { postedWithin } from '@afterhours/contract/constants/jobs';
import { closeJob } from '@afterhours/contract/jobs/hiring';
import type { Job } from '@afterhours/contract/jobs/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstIdAt } from '#db/statements/id.ts';
import { noFilters } from '#features/feed/filters.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { jobList } from './job-queries.ts';

const JOBS = 60;
const SEARCHES = 120;
const remotes = ['none', 'hybrid', 'full'] as const;
const employments = ['full-time', 'part-time', 'contract'] as const;
const countries = ['France', 'Spain', 'Italy'] as const;
const currencies = ['EUR', 'USD'] as const;
const periods = ['hour', 'month'] as const;
const tags = ['bread', 'cake'] as const;

let app: TestApp;
let ana: TestMember;
const jobs = new Map<string, { job: Job; hashtags: string[] }>();

let state = 20_261_123;
/** Returns the next pseudorandom number below `below`, from a fixed seed. */
function draw(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
}
const pick = <T>(values: readonly T[]): T => values[draw(values.length)] as T;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  for (let count = 0; count < JOBS; count++) {
    const payMin = 10 + draw(40);
    const post = await buildPost(app, ana, {
      postType: 'job',
      title: 'Baker',
      description: `Nights #${pick(tags)}`,
      employment: pick(employments),
      remote: pick(remotes),
      place: 'Lyon',
      countries: draw(3) === 0 ? [] : [pick(countries)],
      ...(draw(5) === 0
        ? { unpaid: 'unpaid' }
        : { payMin, payMax: payMin + draw(10), payCurrency: pick(currencies), payPeriod: pick(periods) }),
    });
    if (post.job) jobs.set(post._id, { job: post.job, hashtags: post.hashtags });
  }
});
afterAll(() => app.close());

async function find(query: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: Awaited<ReturnType<typeof app.call<typeof listJobs>>> = await app.call(listJobs, {
      token: ana.token,
      query: { limit: '25', ...query, ...(cursor ? { cursor } : {}) },
    });
    if (!response.ok) throw new Error(response.message);
    found.push(...response.body.map(({ _id }) => _id));
    cursor = response.nextCursor;
  }
  return found;
}

const fits = ({ job, hashtags }: { job: Job; hashtags: string[] }, query: Record<string, string>): boolean =>
  (!query.remote || job.remote === query.remote) &&
  (!query.employment || job.employment === query.employment) &&
  (!query.country || job.countries.includes(query.country) || (job.countries.length === 0 && job.remote === 'full')) &&
  (!query.hashtag || hashtags.includes(query.hashtag)) &&
  (!query.payMin ||
    (job.pay !== null &&
      job.pay.currency === query.payCurrency &&
      job.pay.period === query.payPeriod &&
      job.pay.min >= Number(query.payMin)));

it('Every filter combination returns all matching jobs and no others', async () => {
  for (let count = 0; count < SEARCHES; count++) {
    const query: Record<string, string> = {
      ...(draw(2) === 0 ? { remote: pick(remotes) } : {}),
      ...(draw(2) === 0 ? { employment: pick(employments) } : {}),
      ...(draw(2) === 0 ? { country: pick(countries) } : {}),
      ...(draw(3) === 0 ? { hashtag: pick(tags) } : {}),
      ...(draw(2) === 0
        ? { payMin: String(5 + draw(40)), payCurrency: pick(currencies), payPeriod: pick(periods) }
        : {}),
    };
    const wanted = [...jobs].filter(([, one]) => fits(one, query)).map(([id]) => id);
    expect(await find(query), JSON.stringify(query)).toEqual(wanted.toReversed());
  }
});

it('Jobs of the last days are those that were posted then, page by page, with and without terms', async () => {
  const { db } = app.services;
  const ages = Array.from({ length: 40 }, (_one, day) => day + 0.5);
  const ids = ages.map((days) => firstIdAt(new Date(Date.now() - days * DAY_MS)));
  await sql`
    INSERT INTO posts (id, user_id, post_type, title, description, created_at)
    SELECT id, ${ana.id}::uuid, 'job', 'Glazier', 'Panes', now() - make_interval(hours => (age * 24)::integer)
    FROM unnest(${ids}::uuid[], ${ages}::float8[]) AS made (id, age)`.execute(db);
  await sql`
    INSERT INTO jobs (post_id, employment, remote)
    SELECT id, 'temporary', 'none' FROM unnest(${ids.filter((_id, day) => day % 2 === 0)}::uuid[]) AS id`.execute(db);
  for (const [since, days] of Object.entries(postedWithin)) {
    const wanted = ids.slice(0, days);
    const found = await find({ keyword: 'glazier', postedWithin: since, limit: '5' });
    expect(found, since).toEqual(wanted);
    const terms = { keyword: 'glazier', employment: 'temporary' };
    expect(await find({ ...terms, postedWithin: since, limit: '5' }), since).toEqual(
      wanted.filter((_id, day) => day % 2 === 0),
    );
  }
  expect(await find({ keyword: 'glazier', limit: '5' })).toEqual(ids);
  expect(await app.call(listJobs, { query: { postedWithin: '7' } as never })).toMatchObject({ status: 422 });
});

it('Closed jobs are left out, and filters that cannot be applied are rejected', async () => {
  const { _id } = await buildPost(app, ana, {
    postType: 'job',
    title: 'Cook',
    employment: 'internship',
    remote: 'full',
    unpaid: 'equity',
  });
  expect(await find({ employment: 'internship' })).toEqual([_id]);
  await app.call(closeJob, { token: ana.token, params: { id: _id }, body: {} });
  expect(await find({ employment: 'internship' })).toEqual([]);
  for (const query of [
    { payMin: '20' },
    { payMin: '20', payCurrency: 'EUR' },
    { payCurrency: 'XXX', payMin: '20', payPeriod: 'hour' },
    { remote: 'sometimes' },
    { employment: 'none' },
    { country: 'Atlantis' },
    { payMin: '-1', payCurrency: 'EUR', payPeriod: 'hour' },
  ])
    expect(await app.call(listJobs, { query: query as never }), JSON.stringify(query)).toMatchObject({ status: 422 });
});

it('With many jobs, each filter is read from its index of open jobs', async () => {
  const { db } = app.services;
  await sql`
    WITH made AS (
      INSERT INTO posts (id, user_id, post_type, title, description)
      SELECT gen_random_uuid(), ${ana.id}::uuid, 'job', 'Baker', 'Nights' FROM generate_series(1, 4000) RETURNING id
    ), numbered AS (SELECT id, row_number() OVER () AS n FROM made)
    INSERT INTO jobs (post_id, employment, remote, countries, pay_min, pay_max, pay_currency, pay_period)
    SELECT id, 'volunteer', 'none', CASE WHEN n % 400 = 0 THEN ARRAY['Malta'] ELSE ARRAY['Norway'] END, n, n,
      'NOK', 'day'
    FROM numbered`.execute(db);
  await sql`ANALYZE jobs, posts`.execute(db);
  const start = { limit: 10, after: null, offset: 0, page: 1 };
  const planOf = (terms: Parameters<typeof jobList>[2]['terms']) =>
    explain(db, (tx) => jobList(tx, null, { filters: { ...noFilters, postType: 'job' }, terms }).select(start));
  expect(await planOf({ employment: 'contract' })).toContain('jobs_open_employment');
  expect(await planOf({ remote: 'full' })).toContain('jobs_open_remote');
  expect(await planOf({ country: 'Malta' })).toContain('jobs_open_reach');
  expect(await planOf({ payMin: 3990, payCurrency: 'NOK', payPeriod: 'day' })).toContain('jobs_open_pay');
});
