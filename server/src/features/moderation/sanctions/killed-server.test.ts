/** A ban on a server that is killed in the middle is completed as soon as a server is there again, and counts right. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listWrongCounts } from '#testing/database/recount.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { sendToServer } from '#testing/processes/server-calls.ts';
import { insertFollowers } from '#testing/rows/crowd.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const FOLLOWERS = 5_000;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  server = await createServerOf(app);
  await server.start();
});
afterAll(() => server.close());

it('A ban on a killed server is completed soon after the restart', async () => {
  const [moderator, member] = [await buildStaff(app, 'moderator'), await buildMember(app)];
  const { db } = app.services;
  await insertFollowers(db, member.id, FOLLOWERS);
  const state = async () => {
    const { rows } = await sql<{ stored: number; moves: number; followers: number }>`
      SELECT (SELECT count(*)::integer FROM put_away_rows) AS stored, followers,
        (SELECT count(*)::integer FROM member_moves) AS moves
      FROM member_counters WHERE user_id = ${member.id}::uuid`.execute(db);
    return rows[0] ?? { stored: 0, moves: 0, followers: 0 };
  };
  const order = { posted: 'none', cases: true, action: 'ban', rule: 'No spam', facts: '', statement: 'It is spam.' };
  await sendToServer(server, 'POST', `/staff/people/${member.id}/sweep`, order, moderator.token);
  await expect.poll(async () => (await state()).stored, { timeout: 30_000, interval: 2 }).toBeGreaterThan(500);
  await server.kill();
  const { stored, moves, followers } = await state();
  expect([moves, stored < FOLLOWERS, stored + followers]).toEqual([1, true, FOLLOWERS]);
  await server.replace();
  await expect.poll(state, { timeout: 30_000 }).toEqual({ stored: FOLLOWERS, moves: 0, followers: 0 });
  expect(await listWrongCounts(db)).toEqual([]);
});
