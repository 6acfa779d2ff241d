import { setTimeout as delay } from 'node:timers/promises';
import { createMute } from '@afterhours/contract/mutes';
import { createHashtag } from '@afterhours/contract/posts/hashtags';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => app.close());

const mute = ({ token }: TestMember, value: string) => app.call(createMute, { token, body: { kind: 'word', value } });

async function countBlocked(): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(app.services.db);
  return rows.length;
}

it('A call whose session ends while it waits for its turn is refused', async () => {
  const [cleo] = await buildMembers(app, 1);
  const holder = await app.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE mutes');
  const running = Array.from({ length: 3 }, (_, index) => mute(cleo, `running${index}`));
  await expect.poll(countBlocked).toBe(3);
  const waiting = mute(cleo, 'waiting');
  await app.services.db.deleteFrom('sessions').where('user_id', '=', cleo.id).execute();
  await expect.poll(() => app.services.sessions.find(cleo.token)).toBeNull();
  // A call that waits for less than a second was made while its session was still there.
  await delay(1_100);
  await holder.query('COMMIT');
  holder.release();
  expect((await Promise.all(running)).filter(({ ok }) => ok)).toHaveLength(3);
  expect(await waiting).toMatchObject({ status: 401 });
});

it('A member makes three changes at a time; more wait, too many are rejected, and others are served', async () => {
  const [ana, ben] = await buildMembers(app, 2);
  const holder = await app.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE mutes');
  const all = Array.from({ length: 64 }, (_, index) => mute(ana, `word${index}`));
  expect(await Promise.race(all)).toMatchObject({ status: 429 });
  await expect.poll(countBlocked).toBe(3);
  expect(await app.call(createHashtag, { token: ben.token, body: { title: 'served' } })).toMatchObject({ ok: true });
  expect(await countBlocked()).toBe(3);
  await holder.query('COMMIT');
  holder.release();
  expect((await Promise.all(all)).filter(({ ok }) => ok)).toHaveLength(63);
  expect(await mute(ana, 'later')).toMatchObject({ ok: true });
});
