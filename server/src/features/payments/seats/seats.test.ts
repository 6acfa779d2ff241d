import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { deletePost, getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { leaveSeat, seatMessages, takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay, WEBINAR_LINK } from '#testing/rows/payments.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { settleOverdue } from '../commands.ts';
import { releaseEndedHolds } from './seat-commands.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
const LATE_CARD = '4000 0000 0000 7775';
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let other: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, guest, other] = await buildMembers(app, 3);
});
afterAll(() => app.close());

const take = (member: TestMember | null, id: string) =>
  app.call(takeSeat, { token: member?.token ?? null, params: { id } });
const leave = (member: TestMember | null, id: string) =>
  app.call(leaveSeat, { token: member?.token ?? null, params: { id } });
const card = (member: TestMember, number?: string) => buildSandboxToken(app, member, number);
const buy = async (member: TestMember, id: string, number?: string) => pay(app, member, id, await card(member, number));
const seen = async (member: TestMember | null, { _id: id }: Post) => {
  return (await succeed(app.call(getPost, { token: member?.token ?? null, params: { id } }))).body;
};
const seats = (postId: string) =>
  app.services.db.selectFrom('seats').selectAll().where('post_id', '=', postId).orderBy('id').execute();
const statesOf = async (postId: string) => (await seats(postId)).map(({ state }) => state);
const countTaken = async (postId: string) => {
  const columns = app.services.db.selectFrom('webinars').select('seats_taken');
  return (await columns.where('post_id', '=', postId).executeTakeFirstOrThrow()).seats_taken;
};
/** Makes the holds of a webinar expire. */
const endHolds = (postId: string) =>
  sql`UPDATE seats SET held_until = now() WHERE post_id = ${postId}::uuid AND state = 'held'`.execute(app.services.db);
const settleLate = () =>
  settleOverdue({ ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000) }, 0);

describe('A seat in a free webinar', () => {
  it('is taken without a payment and given up; its link is only on the join page', async () => {
    const webinar = await buildWebinar(app, host, { price: 0, capacity: 2 });
    expect(await seen(guest, webinar)).toMatchObject({ link: null, webinar: { price: 0, seatsLeft: 2, mySeat: null } });
    expect(await take(guest, webinar._id)).toMatchObject({
      message: seatMessages.taken.message,
      body: { state: 'free', heldUntil: null },
    });
    const joined = { link: null, webinar: { seatsLeft: 1, mySeat: { state: 'free' } } };
    expect(await seen(guest, webinar)).toMatchObject(joined);
    for (const viewer of [other, null])
      expect(await seen(viewer, webinar)).toMatchObject({ link: null, webinar: { seatsLeft: 1, mySeat: null } });
    const notifications = await app.call(listNotifications, { token: host.token });
    expect(notifications.ok && notifications.body.notifications[0]).toMatchObject({
      type: 'event',
      parent_id: webinar._id,
    });
    expect(await leave(guest, webinar._id)).toMatchObject({ message: seatMessages.left.message });
    const left = { link: null, webinar: { seatsLeft: 2, mySeat: { state: 'cancelled' } } };
    expect(await seen(guest, webinar)).toMatchObject(left);
    expect(await leave(guest, webinar._id)).toMatchObject({ status: 404, message: seatMessages.none.message });
  });

  it('cannot be paid for', async () => {
    const webinar = await buildWebinar(app, host, { price: 0 });
    const refused = { status: 422, errors: [{ field: 'parent_id', message: seatMessages.freeWebinar.message }] };
    expect(await buy(guest, webinar._id)).toMatchObject(refused);
    expect(await seats(webinar._id)).toEqual([]);
  });

  it('is one seat, however often it is taken concurrently', async () => {
    const webinar = await buildWebinar(app, host, { price: 0, capacity: 3 });
    const responses = await Promise.all(Array.from({ length: 8 }, () => take(guest, webinar._id)));
    expect(new Set(responses.map((response) => response.ok && response.body._id)).size).toBe(1);
    expect(await countTaken(webinar._id)).toBe(1);
  });
});

describe('A rejected seat', () => {
  it('is one for a missing webinar, a guest, the host, another kind of post, or a webinar that has begun', async () => {
    const webinar = await buildWebinar(app, host);
    expect(await take(null, webinar._id)).toMatchObject({ status: 401 });
    expect(await leave(null, webinar._id)).toMatchObject({ status: 401 });
    expect(await take(guest, NOBODYS)).toMatchObject({ status: 404 });
    expect(await take(guest, 'x')).toMatchObject({ status: 404 });
    expect(await leave(guest, webinar._id)).toMatchObject({ status: 404 });
    expect(await leave(guest, NOBODYS)).toMatchObject({ status: 404 });
    expect(await take(host, webinar._id)).toMatchObject({ status: 403, message: paymentMessages.own.message });
    expect(await take(guest, (await buildPost(app, host))._id)).toMatchObject({ status: 422 });
    await app.services.db.updateTable('posts').set({ starts_at: new Date() }).where('id', '=', webinar._id).execute();
    expect(await take(guest, webinar._id)).toMatchObject({ status: 409, message: paymentMessages.begun.message });
    expect(await seats(webinar._id)).toEqual([]);
  });

  it('is one with a host who blocks the member', async () => {
    const webinar = await buildWebinar(app, host, { price: 0 });
    await app.call(setBlock, { token: host.token, body: { userId: guest.id } });
    expect(await take(guest, webinar._id)).toMatchObject({ status: 404 });
  });
});

describe('A held seat', () => {
  it('is held for ten minutes while its member pays, and cannot be taken by others', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    const held = await take(guest, webinar._id);
    expect(held).toMatchObject({ message: seatMessages.held.message, body: { state: 'held' } });
    const until = held.ok ? new Date(held.body.heldUntil ?? 0).getTime() : 0;
    expect((until - Date.now()) / MINUTE_MS).toBeGreaterThan(9.5);
    const full = { status: 409, message: seatMessages.full.message };
    expect(await take(other, webinar._id)).toMatchObject(full);
    expect(await buy(other, webinar._id)).toMatchObject(full);
    expect(await seen(guest, webinar)).toMatchObject({
      link: null,
      webinar: { seatsLeft: 0, mySeat: { state: 'held' } },
    });
    expect(await buy(guest, webinar._id)).toMatchObject({ body: { status: 'completed' } });
    expect(await seen(guest, webinar)).toMatchObject({ link: WEBINAR_LINK, webinar: { mySeat: { state: 'paid' } } });
    expect((await findOnlyPayment(app, webinar._id)).user_id).toBe(guest.id);
  });

  it('stays held for another card when one is declined', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    expect(await buy(guest, webinar._id, '4000 0000 0000 0002')).toMatchObject({ status: 402 });
    expect(await buy(other, webinar._id)).toMatchObject({ status: 409 });
    expect(await buy(guest, webinar._id)).toMatchObject({ body: { status: 'completed' } });
    expect(await statesOf(webinar._id)).toEqual(['paid']);
  });

  it('is released when it expires, which all viewers see', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await take(guest, webinar._id);
    expect(await seen(other, webinar)).toMatchObject({ webinar: { seatsLeft: 0 } });
    await endHolds(webinar._id);
    await releaseEndedHolds(app.services);
    expect(await seen(other, webinar)).toMatchObject({ webinar: { seatsLeft: 1 } });
    expect(await statesOf(webinar._id)).toEqual(['cancelled']);
  });

  it('can be taken by somebody else as soon as it has expired, before it is released', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await take(guest, webinar._id);
    await endHolds(webinar._id);
    expect(await buy(other, webinar._id)).toMatchObject({ body: { status: 'completed' } });
    expect((await statesOf(webinar._id)).toSorted()).toEqual(['cancelled', 'paid']);
  });
});

describe('A payment that succeeds after the hold has expired', () => {
  it('takes a free seat', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await buy(guest, webinar._id, LATE_CARD);
    await endHolds(webinar._id);
    await releaseEndedHolds(app.services);
    await settleLate();
    expect(await seen(guest, webinar)).toMatchObject({ link: WEBINAR_LINK, webinar: { mySeat: { state: 'paid' } } });
  });

  it('is refunded when another member has the last seat', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await buy(guest, webinar._id, LATE_CARD);
    await endHolds(webinar._id);
    await buy(other, webinar._id);
    await settleLate();
    const statusOf = async () => (await seen(guest, webinar)).payment?.status;
    await expect.poll(statusOf).toBe('refunded');
    expect(await seen(guest, webinar)).toMatchObject({ link: null, webinar: { seatsLeft: 0 } });
    expect(await seen(other, webinar)).toMatchObject({ link: WEBINAR_LINK });
  });

  it('is refunded when its member has given up the seat', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await buy(guest, webinar._id, LATE_CARD);
    expect(await leave(guest, webinar._id)).toMatchObject({ message: seatMessages.left.message });
    await settleLate();
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
    expect(await countTaken(webinar._id)).toBe(0);
  });
});

describe('Giving up a paid seat', () => {
  it.each([
    ['full_until_24h', 25, true],
    ['full_until_24h', 23, false],
    ['full_until_7d', 169, true],
    ['full_until_7d', 167, false],
    ['none', 1_000, false],
  ])('with the policy %s, %i hours before the start, is refunded: %s', async (refundPolicy, hours, refunded) => {
    const webinar = await buildWebinar(app, host, { capacity: 1, refundPolicy, startsAt: inHours(hours) });
    await buy(guest, webinar._id);
    const left = await leave(guest, webinar._id);
    if (!refunded) {
      expect(left).toMatchObject({ status: 409, message: seatMessages.noRefund.message });
      expect(await seen(guest, webinar)).toMatchObject({ link: WEBINAR_LINK, payment: { status: 'completed' } });
      return;
    }
    expect(left).toMatchObject({ message: seatMessages.leftRefund.message, body: { state: 'refunded' } });
    expect(await seen(guest, webinar)).toMatchObject({ link: null, webinar: { seatsLeft: 1 } });
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
    expect(await buy(guest, webinar._id)).toMatchObject({ body: { status: 'completed' } });
  });

  it('twice concurrently results in one refund', async () => {
    const webinar = await buildWebinar(app, host, { refundPolicy: 'full_until_24h', startsAt: inHours(48) });
    await buy(guest, webinar._id);
    const responses = await Promise.all([leave(guest, webinar._id), leave(guest, webinar._id)]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404]));
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
  });
});

describe('The price of a webinar', () => {
  it('must match the order’s amount, and is charged', async () => {
    const webinar = await buildWebinar(app, host, { price: 2_500, currency: 'eur' });
    expect(await buy(guest, webinar._id)).toMatchObject({ status: 422, errors: [{ field: 'amount' }] });
    const paid = await pay(app, guest, webinar._id, await card(guest), { fields: { amount: 2_500 } });
    expect(paid).toMatchObject({ body: { status: 'completed', amount: 2_500, currency: 'eur' } });
  });

  it('can be changed without affecting members who have already paid', async () => {
    const webinar = await buildWebinar(app, host);
    await buy(guest, webinar._id);
    const raised = await app.call(updatePost, { token: host.token, body: { _id: webinar._id, price: 9_900 } });
    expect(raised).toMatchObject({ body: { webinar: { price: 9_900 } } });
    expect(await seen(guest, webinar)).toMatchObject({ link: WEBINAR_LINK, webinar: { mySeat: { state: 'paid' } } });
    expect((await findOnlyPayment(app, webinar._id)).amount).toBe(1_000);
    expect(await buy(other, webinar._id)).toMatchObject({ status: 422, errors: [{ field: 'amount' }] });
  });
});

describe('Seats end', () => {
  it('with a block by the host: a free one, and a paid one with a refund', async () => {
    const [free, priced] = [await buildWebinar(app, host, { price: 0 }), await buildWebinar(app, host)];
    await take(guest, free._id);
    await take(other, free._id);
    await buy(guest, priced._id);
    await app.call(setBlock, { token: host.token, body: { userId: guest.id } });
    expect((await statesOf(free._id)).toSorted()).toEqual(['cancelled', 'free']);
    await expect.poll(async () => (await findOnlyPayment(app, priced._id)).status).toBe('refunded');
    expect(await statesOf(priced._id)).toEqual(['refunded']);
  });

  it('with the deletion of their member, and the count is adjusted', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await buy(guest, webinar._id);
    expect(await countTaken(webinar._id)).toBe(1);
    await app.services.db.deleteFrom('users').where('id', '=', guest.id).execute();
    expect(await countTaken(webinar._id)).toBe(0);
  });

  it('with the deletion of the webinar, and payments are refunded', async () => {
    const webinar = await buildWebinar(app, host, { capacity: 1 });
    await buy(guest, webinar._id);
    expect(await app.call(deletePost, { token: host.token, params: { id: webinar._id } })).toMatchObject({ ok: true });
    expect(await seats(webinar._id)).toEqual([]);
    await expect.poll(async () => (await findOnlyPayment(app, webinar._id)).status).toBe('refunded');
  });
});
