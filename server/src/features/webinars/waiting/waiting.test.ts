import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { cancelWebinar } from '@afterhours/contract/webinars/changes';
import { joinWaiting, leaveWaiting, waitingMessages } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, seatMessages, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilNotBusy } from '#testing/calls/at-once.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { sendDueNotices } from '../notices/send-due.ts';
import { offerFreeSeats } from './commands.ts';
import { deleteEndedLines } from './queries.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;
let second: TestMember;
let third: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, guest, second, third] = await buildMembers(app, 4);
});
afterAll(() => app.close());

const tokenOf = (member: TestMember | null) => member?.token ?? null;
const wait = (member: TestMember | null, id: string) =>
  app.call(joinWaiting, { token: tokenOf(member), params: { id } });
const stopWaiting = (member: TestMember | null, id: string) =>
  app.call(leaveWaiting, { token: tokenOf(member), params: { id } });
const take = (member: TestMember, id: string) => app.call(takeSeat, { token: member.token, params: { id } });
const leave = (member: TestMember, id: string) => app.call(leaveSeat, { token: member.token, params: { id } });
const buy = async (member: TestMember, id: string) => pay(app, member, id, await buildSandboxToken(app, member));
const seen = async (member: TestMember, { _id: id }: Pick<Post, '_id'>) => {
  return (await succeed(app.call(getPost, { token: member.token, params: { id } }))).body.webinar;
};
const buildFull = async (fields: object = {}) => {
  const webinar = await buildWebinar(app, host, { price: 0, capacity: 1, startsAt: inHours(100), ...fields });
  expect(await take(guest, webinar._id)).toMatchObject({ ok: true });
  return webinar;
};
const startIn = (id: string, minutes: number) =>
  sql`UPDATE posts SET starts_at = now() + make_interval(mins => ${minutes}) WHERE id = ${id}::uuid`.execute(
    app.services.db,
  );
const endOffers = (id: string) =>
  sql`UPDATE seats SET held_until = now() WHERE post_id = ${id}::uuid AND state = 'held'`.execute(app.services.db);

describe('The waiting list', () => {
  it('offers a free seat to the first, keeps it from others, and passes it on if the offer lapses', async () => {
    const webinar = await buildFull();
    expect(await wait(second, webinar._id)).toMatchObject({ body: { place: 1 } });
    expect(await wait(third, webinar._id)).toMatchObject({ body: { place: 2 } });
    expect(await wait(third, webinar._id)).toMatchObject({ body: { place: 2 } });
    expect(await seen(third, webinar)).toMatchObject({ myPlace: 2, mySeat: null });
    await leave(guest, webinar._id);
    // Even before the offer, the seat is not available to others.
    expect(await take(guest, webinar._id)).toMatchObject({ status: 409, message: seatMessages.full.message });
    await offerFreeSeats(app.services);
    expect(await seen(second, webinar)).toMatchObject({ myPlace: null, mySeat: { state: 'held', offered: true } });
    expect(await seen(third, webinar)).toMatchObject({ myPlace: 1, seatsLeft: 0 });
    await sendDueNotices(app.services);
    const response = await app.call(listNotifications, { token: second.token, query: {} });
    expect(response.ok && response.body.notifications[0]).toMatchObject({
      kind: 'seatOffered',
      link: `/p/${webinar._id}`,
    });
    await endOffers(webinar._id);
    await offerFreeSeats(app.services);
    expect(await seen(second, webinar)).toMatchObject({ myPlace: null, mySeat: { state: 'cancelled' } });
    expect(await take(third, webinar._id)).toMatchObject({ body: { state: 'free' } });
  });

  it('can be left at any time, and an offer can be given up', async () => {
    const webinar = await buildFull();
    for (const member of [second, third]) await wait(member, webinar._id);
    expect(await stopWaiting(second, webinar._id)).toMatchObject({ message: waitingMessages.left.message });
    expect(await seen(third, webinar)).toMatchObject({ myPlace: 1 });
    expect(await stopWaiting(second, webinar._id)).toMatchObject({ status: 404 });
    await leave(guest, webinar._id);
    await offerFreeSeats(app.services);
    expect(await stopWaiting(third, webinar._id)).toMatchObject({ ok: true });
    expect(await take(second, webinar._id)).toMatchObject({ body: { state: 'free' } });
    expect(await stopWaiting(second, webinar._id)).toMatchObject({ status: 404 });
  });

  it('rejects members if there is nothing to wait for', async () => {
    const open = await buildWebinar(app, host, { price: 0, capacity: 1, startsAt: inHours(9) });
    const refused = (message: { message: string }) => ({ status: 409, message: message.message });
    expect(await wait(null, open._id)).toMatchObject({ status: 401 });
    expect(await wait(guest, open._id)).toMatchObject(refused(waitingMessages.room));
    expect(await wait(host, open._id)).toMatchObject({ status: 403 });
    await take(guest, open._id);
    expect(await wait(guest, open._id)).toMatchObject(refused(waitingMessages.seated));
    await startIn(open._id, 14);
    expect(await wait(second, open._id)).toMatchObject(refused(waitingMessages.closed));
    const cancelled = await buildFull();
    await app.call(cancelWebinar, { token: host.token, params: { id: cancelled._id }, body: {} });
    expect(await wait(second, cancelled._id)).toMatchObject({ status: 409 });
  });

  it('closes 15 minutes before the start, when a free seat becomes available to anybody', async () => {
    const webinar = await buildFull();
    await wait(second, webinar._id);
    await startIn(webinar._id, 14);
    await leave(guest, webinar._id);
    await offerFreeSeats(app.services);
    expect(await seen(second, webinar)).toMatchObject({ mySeat: null });
    expect(await take(third, webinar._id)).toMatchObject({ body: { state: 'free' } });
  });

  it.each([
    [200, 24 * 60],
    [40, 10 * 60],
    [0.5, 15],
  ])('keeps an offered seat for the right time: %d hours before the start, for %d minutes', async (hours, minutes) => {
    const webinar = await buildFull();
    await wait(second, webinar._id);
    await startIn(webinar._id, hours * 60);
    await leave(guest, webinar._id);
    await offerFreeSeats(app.services);
    const until = (await seen(second, webinar))?.mySeat?.heldUntil;
    const left = (new Date(until ?? 0).getTime() - Date.now()) / MINUTE_MS;
    expect(left).toBeGreaterThan(minutes - 1.5);
    expect(left).toBeLessThan(minutes + 1.5);
  });

  it('offers seats that the host adds, and skips members whom the host has blocked', async () => {
    const webinar = await buildFull();
    for (const member of [second, third]) await wait(member, webinar._id);
    await app.call(setBlock, { token: host.token, body: { userId: second.id } });
    await app.call(updatePost, { token: host.token, body: { _id: webinar._id, capacity: 2 } });
    await offerFreeSeats(app.services);
    expect(await seen(third, webinar)).toMatchObject({ mySeat: { offered: true } });
  });

  it('keeps an offered seat for the offered time while its member pays', async () => {
    const webinar = await buildWebinar(app, host, {
      capacity: 1,
      startsAt: inHours(100),
      refundPolicy: 'full_until_24h',
    });
    await buy(guest, webinar._id);
    await wait(second, webinar._id);
    await leave(guest, webinar._id);
    await offerFreeSeats(app.services);
    const until = (await seen(second, webinar))?.mySeat?.heldUntil;
    const card = await buildSandboxToken(app, second, '4000 0000 0000 0002');
    expect(await pay(app, second, webinar._id, card)).toMatchObject({ status: 402 });
    expect((await seen(second, webinar))?.mySeat?.heldUntil).toBe(until);
    expect(await buy(second, webinar._id)).toMatchObject({ body: { status: 'completed' } });
  });
});

it('Lines of webinars that have begun end, and are found by jumping from line to line', async () => {
  const [begun, other] = [await buildFull(), await buildFull()];
  for (const { _id } of [begun, other]) for (const member of [second, third]) await wait(member, _id);
  await startIn(begun._id, -1);
  const { db } = app.services;
  expect(await explain(db, deleteEndedLines)).toContain('Recursive Union');
  await deleteEndedLines(db);
  const count = async (id: string) =>
    (await db.selectFrom('webinar_waiting').select('user_id').where('post_id', '=', id).execute()).length;
  expect([await count(begun._id), await count(other._id)]).toEqual([0, 2]);
});

it('Of 200 members for 50 seats, 150 wait and get free seats in order, even if offered concurrently', async () => {
  const webinar = await buildWebinar(app, host, { price: 0, capacity: 50, startsAt: inHours(100) });
  const members = await Promise.all(Array.from({ length: 200 }, () => buildMember(app)));
  const responses = await Promise.all(members.map((member) => untilNotBusy(() => take(member, webinar._id))));
  const seated = members.filter((_member, place) => responses[place]?.ok);
  const late = members.filter((_member, place) => !responses[place]?.ok);
  expect([seated.length, late.length]).toEqual([50, 150]);
  const places = await Promise.all(late.map((member) => untilNotBusy(() => wait(member, webinar._id))));
  const placeOf = (place: number) => {
    const response = places[place];
    return response?.ok ? response.body.place : 0;
  };
  expect(late.map((_member, place) => placeOf(place)).toSorted((a, b) => a - b)).toEqual(
    late.map((_member, place) => place + 1),
  );
  const inLine = late.toSorted((one, other) => placeOf(late.indexOf(one)) - placeOf(late.indexOf(other)));
  await Promise.all(seated.slice(0, 30).map((member) => untilNotBusy(() => leave(member, webinar._id))));
  await Promise.all([1, 2, 3, 4].map(() => offerFreeSeats(app.services)));
  const { rows } = await sql<{ user_id: string; state: string }>`
    SELECT user_id, state FROM seats WHERE post_id = ${webinar._id}::uuid AND offered_at IS NOT NULL ORDER BY id
  `.execute(app.services.db);
  expect(rows.map(({ user_id }) => user_id)).toEqual(inLine.slice(0, 30).map(({ id }) => id));
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['held']));
  expect(await seen(inLine[30] ?? host, webinar)).toMatchObject({ myPlace: 1, seatsLeft: 0 });
  const { rows: counted } = await sql<{ seats_taken: number; live: number }>`
    SELECT seats_taken, (SELECT count(*)::integer FROM seats s WHERE s.post_id = w.post_id
      AND s.state IN ('held', 'paid', 'free')) AS live
    FROM webinars w WHERE w.post_id = ${webinar._id}::uuid`.execute(app.services.db);
  expect(counted).toEqual([{ seats_taken: 50, live: 50 }]);
});
