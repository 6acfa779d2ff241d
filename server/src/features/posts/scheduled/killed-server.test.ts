/**
 * Scheduled posts on a server that is killed while it publishes them, then restarted: each is published exactly once,
 * within a minute of its scheduled time.
 */
import { createPost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const POSTS = 30;
const KILLS = 2;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  server = await createServerOf(app);
  await server.start();
});
afterAll(() => server.close());

it('Scheduled posts on a killed server are published exactly once, within a minute', async () => {
  const { token } = await buildMember(app);
  const publishAt = new Date(Date.now() + 8_000).toISOString();
  for (let number = 0; number < POSTS; number++) {
    const body = { postType: 'general', description: `Number ${number}`, publishAt };
    await succeed(app.call(createPost, { token, body }));
  }
  const { db } = app.services;
  const count = async () => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM posts`.execute(db);
    return rows[0]?.count ?? 0;
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    await expect.poll(count, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(kill);
    await server.kill();
    if (kill < KILLS) await server.start();
    else await server.replace();
  }
  await expect.poll(count, { timeout: 60_000 }).toBe(POSTS);
  const { rows } = await sql<{ description: string; late: number }>`
    SELECT description, extract(epoch FROM created_at - ${publishAt}::timestamptz)::float AS late FROM posts
  `.execute(db);
  const left = await sql`SELECT 1 FROM scheduled_posts`.execute(db);
  expect(new Set(rows.map(({ description }) => description)).size).toBe(POSTS);
  expect(left.rows).toEqual([]);
  expect(Math.min(...rows.map(({ late }) => late))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...rows.map(({ late }) => late))).toBeLessThan(60);
});
