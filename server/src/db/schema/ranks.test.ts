import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
});
afterAll(() => app.close());

it('Ranks of engagement and fame are exact quarter doublings, including at powers of two', async () => {
  const { rows } = await sql`
    SELECT n FROM (
      SELECT generate_series(0, 5000) AS n
      UNION ALL SELECT (2 ^ power)::integer + beside FROM generate_series(13, 29) power, generate_series(-2, 1) beside
    ) drawn
    WHERE post_heat(n, 0, 0) <> floor(4 * log(2.0::numeric, (1 + n)::numeric)) / 4
      OR post_heat(n % 3, n / 3, n / 5) <> floor(4 * log(2.0::numeric, (1 + n % 3 + 2 * (n / 3) + n / 5)::numeric)) / 4
      OR fame_of(n) <> floor(4 * log(2, 1 + n))`.execute(app.services.db);
  expect(rows).toEqual([]);
});

it("A post's ranks follow its counts and its time, whatever changes them", async () => {
  const { db } = app.services;
  const { _id: id } = await buildPost(app, ana);
  const read = () =>
    db
      .selectFrom('posts')
      .select(['heat', sql<number>`popularity - extract(epoch FROM created_at)::double precision / 21600`.as('beside')])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  expect(await read()).toEqual({ heat: 0, beside: 0 });
  await db.updateTable('posts').set({ likes_count: 3, comments_count: 2 }).where('id', '=', id).execute();
  expect(await read()).toEqual({ heat: 3, beside: 3 });
  await db
    .updateTable('posts')
    .set({ created_at: new Date('2026-01-01T00:00:00Z'), ratings_count: 8 })
    .where('id', '=', id)
    .execute();
  expect(await read()).toEqual({ heat: 4, beside: 4 });
});

it("A post's words and derived columns equal the former generated columns", async () => {
  const { db } = app.services;
  const { _id: id } = await buildPost(app, ana, { description: 'Evening lamps & <b>glue</b>' });
  const differing = async () =>
    (
      await sql`
        SELECT id FROM posts WHERE id = ${id}::uuid AND (
          words <> to_tsvector('simple', coalesce(title, '') || ' ' || description)
          OR rating_score <> (17.5 + ratings_sum)::double precision / (5 + ratings_count)
          OR created_hour <> floor(extract(epoch FROM created_at AT TIME ZONE 'UTC') / 3600)::integer)`.execute(db)
    ).rows;
  expect(await differing()).toEqual([]);
  await db.updateTable('posts').set({ title: 'A title', description: 'Other words' }).where('id', '=', id).execute();
  expect(await differing()).toEqual([]);
  const created_at = new Date('2026-01-01T10:59:59.999Z');
  await db.updateTable('posts').set({ ratings_sum: 9, ratings_count: 2, created_at }).where('id', '=', id).execute();
  expect(await differing()).toEqual([]);
  await db.updateTable('posts').set({ ratings_sum: 8 }).where('id', '=', id).execute();
  expect(await differing()).toEqual([]);
});
