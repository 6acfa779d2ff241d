import { getPost } from '@afterhours/contract/posts/posts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up as addWebinars } from '#db/migrations/0136-webinars.ts';
import { up as addSeats } from '#db/migrations/0137-seats.ts';
import { up as addChanges } from '#db/migrations/0150-webinar-changes.ts';
import { up as addWaiting } from '#db/migrations/0151-waiting-list.ts';
import { up as addJoining } from '#db/migrations/0152-joining-webinars.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('Members who paid before seats existed have one, a pending payment holds one, and nobody else has one', async () => {
  const [host, paid, paying, declined] = await Promise.all([1, 2, 3, 4].map(() => buildMember(app)));
  if (!host || !paid || !paying || !declined) throw new Error('no members');
  const webinar = await buildWebinar(app, host);
  const buy = async (member: typeof host, card?: string) =>
    pay(app, member, webinar._id, await buildSandboxToken(app, member, card));
  await buy(paid);
  await buy(paying, '4000 0000 0000 7775');
  await buy(declined, '4000 0000 0000 0002');
  await app.services.db.transaction().execute(async (db) => {
    await sql`DROP TABLE webinar_notices, webinar_waiting, seats, webinars`.execute(db);
    await sql`DROP FUNCTION count_seats_insert, count_seats_delete, count_seats_update`.execute(db);
    // Migrations are written without the tables' types.
    const bare = db as unknown as Kysely<unknown>;
    await addWebinars(bare);
    await addSeats(bare);
    for (const addColumns of [addChanges, addWaiting, addJoining]) await addColumns(bare);
  });
  const seats = await app.services.db.selectFrom('seats').select(['user_id', 'state']).execute();
  expect(new Map(seats.map(({ user_id, state }) => [user_id, state]))).toEqual(
    new Map([
      [paid.id, 'paid'],
      [paying.id, 'held'],
    ]),
  );
  const counted = await app.services.db.selectFrom('webinars').select('seats_taken').executeTakeFirstOrThrow();
  expect(counted.seats_taken).toBe(2);
  expect(await app.call(getPost, { token: paid.token, params: { id: webinar._id } })).toMatchObject({
    body: { link: WEBINAR_LINK, webinar: { price: 1_000, refundPolicy: 'none', mySeat: { state: 'paid' } } },
  });
});
