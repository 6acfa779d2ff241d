/** A sweep on a server that is killed in the middle goes on as soon as a server is there again, and counts right. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { sendToServer } from '#testing/processes/server-calls.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { selectStalled } from './sweep-queries.ts';

const POSTS = 3_000;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  server = await createServerOf(app);
  await server.start();
});
afterAll(() => server.close());

it('A sweep on a killed server is finished soon after the restart, and hides each post once', async () => {
  const [moderator, member] = [await buildStaff(app, 'moderator'), await buildMember(app)];
  const { db } = app.services;
  await sql`
    INSERT INTO posts (id, user_id, post_type, description, hashtags)
    SELECT gen_random_uuid(), ${member.id}::uuid, 'general', 'Buy number ' || n, '{}'
    FROM generate_series(1, ${POSTS}::integer) n`.execute(db);
  const countHidden = async () => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM posts WHERE hidden_by IS NOT NULL`.execute(db);
    return rows[0]?.n ?? 0;
  };
  const order = { posted: 'all', cases: false, action: 'hide', rule: 'No spam', facts: '', statement: 'It is spam.' };
  await sendToServer(server, 'POST', `/staff/people/${member.id}/sweep`, order, moderator.token);
  await expect.poll(countHidden, { timeout: 30_000, interval: 2 }).toBeGreaterThan(0);
  await server.kill();
  expect(await countHidden()).toBeLessThan(POSTS);
  // The database takes a moment to end the transaction of the killed server, which holds the sweep.
  await expect.poll(() => selectStalled(db)).toHaveLength(1);
  const [stalled] = await selectStalled(db);
  // A server leaves a sweep alone while another one processes a batch of it.
  const locked = await db.transaction().execute(async (tx) => {
    await sql`SELECT 1 FROM sweeps FOR UPDATE`.execute(tx);
    return selectStalled(db);
  });
  await server.replace();
  const sweep = async () => {
    const { rows } = await sql<{ decision_id: string; posts: number; finished: boolean }>`
      SELECT decision_id, posts, finished_at IS NOT NULL AS finished FROM sweeps`.execute(db);
    return rows;
  };
  await expect
    .poll(sweep, { timeout: 30_000 })
    .toEqual([{ decision_id: stalled?.decisionId, posts: POSTS, finished: true }]);
  const logged = await sql`SELECT 1 FROM audit_log WHERE action = 'swept'`.execute(db);
  expect([await countHidden(), logged.rows.length, locked, await selectStalled(db)]).toEqual([POSTS, 1, [], []]);
});
