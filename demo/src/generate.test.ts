import { type DatabasePool, openDatabase } from '@afterhours/server/db/connection/pool.ts';
import { listWrongCounts } from '@afterhours/server/testing/database/recount.ts';
import { createTestDatabase } from '@afterhours/server/testing/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from './generate.ts';
import { demoSize } from './plan.ts';

let database: DatabasePool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase(created.connection, () => undefined);
  const plan = {
    ...demoSize,
    now: new Date(),
    members: 400,
    posts: 2_000,
    distinctTexts: false,
    countAtEnd: true,
    demoMember: { email: 'bench@afterhours.example', passwordHash: 'none' },
    pictures: null,
  };
  await database.db.transaction().execute((tx) => generate(tx, plan));
});
afterAll(async () => {
  await database.close();
  await drop();
});

describe('A large community', () => {
  it('has exact counts, although they were set at the end', async () => {
    expect(await listWrongCounts(database.db)).toEqual([]);
  });

  it('has its triggers on again, which keep the counts exact', async () => {
    const { rows } = await sql`SELECT tgname FROM pg_trigger WHERE tgname LIKE 'count_%' AND tgenabled <> 'O'`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
    await sql`DELETE FROM post_likes WHERE post_id = (SELECT id FROM posts ORDER BY likes_count DESC LIMIT 1)`.execute(
      database.db,
    );
    expect(await listWrongCounts(database.db)).toEqual([]);
  });

  it('has a few members with very many followers, and most with few', async () => {
    const { rows } = await sql<{ most: number; median: number }>`
      SELECT max(followers) AS most, percentile_disc(0.5) WITHIN GROUP (ORDER BY followers) AS median
      FROM member_counters`.execute(database.db);
    const { most = 0, median = 0 } = rows[0] ?? {};
    expect(most).toBeGreaterThan(10 * median);
  });
});
