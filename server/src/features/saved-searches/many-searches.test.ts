/** Ten thousand saved searches and one new job: comparing them takes as many statements as with forty. */
import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { matchSearches, sendDueNotifications } from './commands.ts';
import { keyOf } from './keys.ts';

const TERMS = {
  employment: 'contract',
  remote: 'hybrid',
  place: 'Lyon',
  countries: ['France'],
  payMin: 20,
  payCurrency: 'EUR',
  payPeriod: 'hour',
};
/** One search in ten matches the job that the tests publish. */
const words = ['baker', 'cook', 'painter', 'singer', 'gardener', 'welder', 'tutor', 'editor', 'driver', 'nurse'];
const kinds: readonly ((n: number) => JobSearch)[] = [
  (n) => ({ keyword: words[n % 10] ?? '' }),
  (n) => ({ country: n % 10 === 0 ? 'France' : 'Spain', keyword: words[n % 10] ?? '' }),
  (n) => ({ payMin: n % 10 === 0 ? 15 : 90, payCurrency: 'EUR', payPeriod: 'hour' }),
  (n) => ({ hashtag: n % 10 === 0 ? 'bread' : `tag${n % 100}` }),
];
const MEMBERS = 100;
let app: TestApp;
let ana: TestMember;
let seekers: TestMember[];

/** Saves this many searches, evenly distributed over the members. */
async function saveMany(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const query = kinds[n % kinds.length]?.(Math.floor(n / kinds.length)) ?? {};
    const terms = query.keyword ? [query.keyword] : [];
    return {
      user_id: seekers[n % MEMBERS]?.id,
      query: { ...query, n },
      key: keyOf(query, terms),
      terms: terms.length > 0 ? `'${terms[0]}':*` : null,
    };
  });
  await sql`DELETE FROM saved_searches`.execute(app.services.db);
  await sql`
    INSERT INTO saved_searches (id, user_id, query, cadence, key, terms)
    SELECT gen_random_uuid(), user_id, query, 'instant', key, terms
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS given(user_id uuid, query jsonb, key text, terms text)`.execute(app.services.db);
  await sql`ANALYZE saved_searches`.execute(app.services.db);
}

const countDue = async (): Promise<number> => {
  const { rows } = await sql`SELECT 1 FROM saved_searches WHERE notify_at IS NOT NULL`.execute(app.services.db);
  return rows.length;
};

/** Publishes a job; returns how many statements its comparison takes, and how many searches match. */
async function compare(): Promise<{ statements: number; due: number }> {
  const { _id } = await buildPost(app, ana, { postType: 'job', title: 'Baker', description: '#bread', ...TERMS });
  const statements = await app.countStatements(() => matchSearches(app.services, _id));
  return { statements, due: await countDue() };
}

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  ana = await buildMember(app);
  seekers = await Promise.all(Array.from({ length: MEMBERS }, () => buildMember(app)));
});
afterAll(() => app.close());

it('A new job takes as many statements to compare with ten thousand searches as with forty', async () => {
  await saveMany(40);
  const few = await compare();
  expect(few.due).toBe(4);
  await saveMany(10_000);
  const many = await compare();
  expect(many).toEqual({ statements: few.statements, due: 1_000 });
  expect(many.statements).toBeLessThan(15);
});

it('Members whose searches match are notified once, in batches', async () => {
  const statements = await app.countStatements(() => sendDueNotifications(app.services));
  expect(await countDue()).toBe(0);
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) FROM notifications WHERE kind = 'jobMatched'`.execute(app.services.db);
  expect(Number(rows[0]?.count)).toBe(1_000);
  // Eleven batches, the last of which is empty, and the writes of each.
  expect(statements).toBeLessThan(11 * 20);
});
