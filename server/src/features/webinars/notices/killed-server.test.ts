/**
 * A server that is killed while it offers seats and sends reminders: after three restarts, each member was reminded
 * once, and each seat was offered once, to the first in line.
 */
import { joinWaiting } from '@afterhours/contract/webinars/waiting';
import { takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { buildMember, buildMembers } from '#testing/rows/members.ts';
import { buildWebinar } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';

const WEBINARS = 12;
const IN_LINE = 3;
const RESTARTS = 3;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  server = await createServerOf(app);
});
afterAll(() => server.close());

it('Over three restarts, each seat is offered once and each member is reminded once', async () => {
  const host = await buildMember(app);
  const [seated, inLine] = [await buildMember(app), await buildMembers(app, IN_LINE)];
  const ids: string[] = [];
  for (let number = 0; number < WEBINARS; number++) {
    const { _id } = await buildWebinar(app, host, { price: 0, capacity: 1, startsAt: inHours(30) });
    ids.push(_id);
    await succeed(app.call(takeSeat, { token: seated.token, params: { id: _id } }));
    for (const { token } of inLine) await succeed(app.call(joinWaiting, { token, params: { id: _id } }));
  }
  const { db } = app.services;
  // Two more seats in each webinar, which begins within the hour: two offers and one reminder per webinar are due at
  // once.
  await sql`UPDATE webinars SET capacity = 3`.execute(db);
  await sql`UPDATE posts SET starts_at = now() + interval '50 minutes' WHERE post_type = 'webinar'`.execute(db);
  await sql`UPDATE seats SET created_at = created_at - interval '2 days'`.execute(db);
  const count = async () => {
    const { rows } = await sql<{ offered: number; sent: number }>`
      SELECT (SELECT count(*)::integer FROM seats WHERE offered_at IS NOT NULL) AS offered,
        (SELECT count(*)::integer FROM notifications WHERE kind IN ('seatOffered', 'webinarSoon')) AS sent`.execute(db);
    return rows[0] ?? { offered: 0, sent: 0 };
  };
  await server.start();
  for (let restart = 1; restart <= RESTARTS; restart++) {
    await expect
      .poll(async () => (await count()).offered, { timeout: 60_000, interval: 2 })
      .toBeGreaterThanOrEqual(restart);
    await server.kill();
    if (restart < RESTARTS) await server.start();
    else await server.replace();
  }
  await expect.poll(count, { timeout: 60_000 }).toEqual({ offered: 2 * WEBINARS, sent: 3 * WEBINARS });
  const { rows } = await sql<{ post_id: string; in_order: boolean }>`
    SELECT s.post_id, bool_and(s.user_id <> ALL (SELECT w.user_id FROM webinar_waiting w WHERE w.post_id = s.post_id))
      AND (SELECT count(*) FROM webinar_waiting w WHERE w.post_id = s.post_id) = 1 AS in_order
    FROM seats s WHERE s.offered_at IS NOT NULL GROUP BY s.post_id`.execute(db);
  const sent = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM notifications WHERE kind IN ('seatOffered', 'webinarSoon')
    GROUP BY user_id, post_id, kind`.execute(db);
  const mails = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM jobs.job WHERE name = 'webinars.mail' GROUP BY data ->> 'noticeId'`.execute(db);
  expect(rows.map(({ in_order }) => in_order)).toEqual(ids.map(() => true));
  expect(sent.rows.map(({ n }) => n)).toEqual(Array.from({ length: 3 * WEBINARS }, () => 1));
  expect(mails.rows.map(({ n }) => n)).toEqual(Array.from({ length: 3 * WEBINARS }, () => 1));
});
