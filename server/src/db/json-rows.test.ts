import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { inUtc, toTime } from './json-rows.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it.each([
  '2026-03-29T01:30:00.000Z',
  '2026-11-21T23:59:59.120Z',
  '1999-12-31T00:00:00.007Z',
  '2026-11-21T20:01:02.300Z',
])('the instant %s is told as it is', async (time) => {
  const instant = sql`(${time}::timestamptz(3))`;
  const { rows } = await sql<{ row: { time: string } }>`
      SELECT row_to_json(told) AS row FROM (SELECT ${inUtc(instant)} AS time) told`.execute(app.services.db);
  expect(toTime(rows[0]?.row.time ?? '')).toBe(time);
});
