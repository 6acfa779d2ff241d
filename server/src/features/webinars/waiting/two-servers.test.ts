/**
 * Two servers with one database that both offer free seats. While seats are given up and offers lapse, each seat is
 * offered once, to the first in line, and nobody is passed over, even if one of the servers is killed.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerOf, type ServerProcess } from '#testing/processes/killable-server.ts';
import { sendToServer } from '#testing/processes/server-calls.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const SEATS = 6;
const WAITING = 14;
let app: TestApp;
let one: SecondServer;
let other: ServerProcess;

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  // Only the one that is killed has to be a process.
  one = await startSecondServer(app, { config: { ...app.services.config, role: 'all' }, runSchedules: true });
  other = await createServerOf(app);
  await other.start();
});
afterAll(async () => {
  await other.kill();
  await one.stop();
  await app.close();
});

it('Two servers offer each seat once, in order, even if one is killed', async () => {
  const host = await buildMember(app);
  const startsAt = new Date(Date.now() + 90 * HOUR_MS).toISOString();
  const fields = { postType: 'webinar', title: 'Glazes', description: '-', link: 'https://example.com/', startsAt };
  const webinar = { ...fields, price: 0, capacity: SEATS };
  const { _id: id } = await sendToServer(one, 'POST', '/post/create', webinar, host.token);
  const members: TestMember[] = [];
  for (let place = 0; place < SEATS + WAITING; place++) members.push(await buildMember(app));
  const [seated, inLine] = [members.slice(0, SEATS), members.slice(SEATS)];
  for (const { token } of seated) await sendToServer(one, 'POST', `/webinars/${id}/seat`, {}, token);
  for (const [place, { token }] of inLine.entries())
    await sendToServer(place % 2 === 0 ? one : other, 'POST', `/webinars/${id}/waiting`, {}, token);

  const { db } = app.services;
  const offered = async () => {
    const { rows } = await sql<{ user_id: string }>`
      SELECT user_id FROM seats WHERE offered_at IS NOT NULL ORDER BY offered_at, id`.execute(db);
    return rows.map(({ user_id }) => user_id);
  };
  const expectOffered = async (count: number) => {
    await expect.poll(async () => (await offered()).length, { timeout: 30_000, interval: 50 }).toBe(count);
  };

  // Seats are given up at both servers concurrently.
  await Promise.all(
    seated.map(({ token }, place) =>
      sendToServer(place % 2 === 0 ? one : other, 'DELETE', `/webinars/${id}/seat`, {}, token),
    ),
  );
  await expectOffered(SEATS);
  // All offers lapse at once, and one server dies while the next are made.
  await sql`UPDATE seats SET held_until = now() WHERE state = 'held'`.execute(db);
  await expect.poll(async () => (await offered()).length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(SEATS);
  await other.kill();
  await expectOffered(2 * SEATS);
  await sql`UPDATE seats SET held_until = now() WHERE state = 'held'`.execute(db);
  await expectOffered(WAITING);

  const order = inLine.map((member) => member.id);
  expect(new Set(await offered()).size).toBe(WAITING);
  // The offers of one round are made together, in any order.
  const rounds = (ids: readonly string[]) =>
    [0, SEATS, 2 * SEATS].map((from) => ids.slice(from, from + SEATS).toSorted());
  expect(rounds(await offered())).toEqual(rounds(order));
  const { rows } = await sql`SELECT w.seats_taken, (SELECT count(*)::integer FROM webinar_waiting) AS waiting,
    (SELECT count(*)::integer FROM seats s WHERE s.state = 'held' AND s.held_until > now()) AS held
    FROM webinars w`.execute(db);
  expect(rows).toEqual([{ seats_taken: WAITING - 2 * SEATS, waiting: 0, held: WAITING - 2 * SEATS }]);
  // Each member whose offer lapsed is notified once.
  const lapsed = async () => {
    const { rows: counted } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM notifications
      WHERE kind = 'seatLapsed' GROUP BY user_id`.execute(db);
    return counted.map(({ n }) => n);
  };
  await expect.poll(lapsed, { timeout: 30_000 }).toEqual(Array.from({ length: 2 * SEATS }, () => 1));
});
