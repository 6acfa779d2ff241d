import { type DatabasePool, openDatabase } from '@afterhours/server/db/connection/pool.ts';
import { createTestDatabase } from '@afterhours/server/testing/database/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { names } from './content/names.ts';
import { atHourIn, minuteOfDay } from './content/time-zones.ts';
import { generate } from './generate.ts';
import { demoSize } from './plan.ts';

let database: DatabasePool;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase(created.connection, () => undefined);
  const demoMember = { email: 'demo@afterhours.example', passwordHash: 'none' };
  const plan = { ...demoSize, now: new Date(), demoMember, pictures: null };
  await database.db.transaction().execute((tx) => generate(tx, plan));
});
afterAll(async () => {
  await database.close();
  await drop();
});

describe('The demo community', () => {
  it('has no member who was last online before their last action', async () => {
    const { rows } = await sql`
      SELECT u.username FROM users u JOIN messages m ON m.sender_id = u.id WHERE m.created_at > u.last_seen_at
      UNION SELECT u.username FROM users u JOIN posts p ON p.user_id = u.id WHERE p.created_at > u.last_seen_at
      UNION SELECT u.username FROM users u JOIN comments c ON c.user_id = u.id WHERE c.created_at > u.last_seen_at
    `.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('uses no invitation note twice', async () => {
    const { rows } = await sql`
      SELECT note FROM connection_requests WHERE note IS NOT NULL GROUP BY note HAVING count(*) > 1`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  it('has webinars with different titles, in the evening of the host’s country', async () => {
    const webinars = await database.db
      .selectFrom('posts')
      .innerJoin('users', 'users.id', 'posts.user_id')
      .select(['posts.title', 'posts.starts_at', 'users.country'])
      .where('post_type', '=', 'webinar')
      .execute();
    expect(webinars.length).toBeGreaterThan(25);
    expect(new Set(webinars.map(({ title }) => title)).size).toBe(webinars.length);
    for (const { starts_at: at, country } of webinars) {
      const minute = minuteOfDay(at ?? new Date(0), country ?? '');
      expect([18, 19, 20].map((hour) => hour * 60)).toContain(minute);
    }
  });
});

describe('The time zones of the demo community', () => {
  it('are known for every country, and give the right hour across midnight and in half-hour zones', () => {
    const near = new Date('2026-11-22T01:17:42.000Z');
    for (const [, , country] of names) expect(minuteOfDay(atHourIn(country, near, 19), country)).toBe(19 * 60);
    expect(atHourIn('India', near, 19).toISOString()).toBe('2026-11-21T13:30:00.000Z');
    expect(atHourIn('United States', near, 19).toISOString()).toBe('2026-11-22T00:00:00.000Z');
  });
});
