import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { toTime } from './json-rows.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const times = [
  '2026-03-29T01:30:00.000Z',
  '2026-11-21T23:59:59.120Z',
  '1999-12-31T00:00:00.007Z',
  '2026-11-21T20:01:02.300Z',
];

it.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])(
  "A time from JSON rows is exact if the database's time zone is %s",
  async (zone) => {
    const received = await app.services.db.transaction().execute(async (tx) => {
      await sql`SELECT set_config('timezone', ${zone}, true)`.execute(tx);
      const { rows } = await sql<{ list: string[] }>`SELECT to_json(${times}::timestamptz(3)[]) AS list`.execute(tx);
      return rows[0]?.list.map(toTime);
    });
    expect(received).toEqual(times);
  },
);
