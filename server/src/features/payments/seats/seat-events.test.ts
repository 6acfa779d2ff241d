import { deleteAccount } from '@afterhours/contract/account/account-data';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { deletePost } from '@afterhours/contract/posts/posts';
import { joinWaiting, leaveWaiting } from '@afterhours/contract/webinars/waiting';
import { leaveSeat, takeSeat } from '@afterhours/contract/webinars/webinars';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';

let app: TestApp;
let origin: string;
let host: TestMember;
let guest: TestMember;
let other: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  [host, guest, other] = [await buildMember(app), await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const openTab = (member: TestMember) => openTabFor('seats', origin, member);
const startsAt = new Date(Date.now() + 100 * HOUR_MS).toISOString();
const build = (fields: object) => buildWebinar(app, host, { capacity: 1, startsAt, ...fields });
const as = (member: TestMember, id: string) => ({ token: member.token, params: { id } });

it('All tabs of a member, and nobody else’s, are notified when a seat is taken or given up', async () => {
  const { _id: id } = await build({ price: 0 });
  const tabs = [await openTab(guest), await openTab(guest)];
  const [hosts, others] = [await openTab(host), await openTab(other)];
  await app.call(takeSeat, as(guest, id));
  for (const tab of tabs) await expect.poll(() => tab).toEqual([{ post_id: id }]);
  await app.call(leaveSeat, as(guest, id));
  for (const tab of tabs) await expect.poll(() => tab).toEqual([{ post_id: id }, { post_id: id }]);
  expect([hosts, others]).toEqual([[], []]);
});

it('A payment and a place on the waiting list notify the member’s tabs, too', async () => {
  const { _id: id } = await build({ price: 1000 });
  const [payers, waiters] = [await openTab(guest), await openTab(other)];
  await pay(app, guest, id, await buildSandboxToken(app, guest));
  // The seat is held first, and then paid.
  await expect.poll(() => payers).toHaveLength(2);
  await app.call(joinWaiting, as(other, id));
  await expect.poll(() => waiters).toHaveLength(1);
  await app.call(leaveWaiting, as(other, id));
  await expect.poll(() => waiters).toHaveLength(2);
});

it('The host’s tabs are notified when somebody takes a seat, gives it up, or waits for one', async () => {
  const { _id: id } = await build({ price: 0 });
  const received = await openTabFor('webinarSeats', origin, host);
  await app.call(takeSeat, as(guest, id));
  await expect.poll(() => received).toEqual([{ post_id: id }]);
  await app.call(joinWaiting, as(other, id));
  await expect.poll(() => received).toHaveLength(2);
  await app.call(leaveSeat, as(guest, id));
  await expect.poll(() => received).toHaveLength(3);
});

it('The payer’s tabs are notified when a seat is given up, and again when it is refunded', async () => {
  const { _id: id } = await build({ price: 1000, refundPolicy: 'full_until_24h' });
  expect(await pay(app, guest, id, await buildSandboxToken(app, guest))).toMatchObject({ ok: true });
  const payers = await openTab(guest);
  expect(await app.call(leaveSeat, as(guest, id))).toMatchObject({ ok: true });
  await expect.poll(() => payers, { timeout: 5_000 }).toEqual([{ post_id: id }, { post_id: id }]);
});

describe('The tabs of a host are notified of a refund', () => {
  /** Buys a seat. Returns what the host's tab receives after the purchase, for which two events arrive. */
  const buy = async () => {
    const payer = await buildMember(app);
    const { _id: id } = await build({ price: 1000, refundPolicy: 'full_until_24h' });
    const received = await openTabFor('webinarSeats', origin, host);
    expect(await pay(app, payer, id, await buildSandboxToken(app, payer))).toMatchObject({ ok: true });
    await expect.poll(() => received).toHaveLength(2);
    received.splice(0);
    const { id: paymentId } = await findOnlyPayment(app, id);
    const refund = () => applyOutcome(app.services, paymentId, { status: 'refunded', reference: id });
    return { id, payer, received, refund };
  };

  it('whose payer has deleted the account', async () => {
    const { id, payer, received, refund } = await buy();
    expect(await app.call(deleteAccount, { token: payer.token, body: { password: PASSWORD } })).toMatchObject({
      ok: true,
    });
    // The first event is about the seat that has become free.
    await expect.poll(() => received).toEqual([{ post_id: id }]);
    await refund();
    await expect.poll(() => received).toEqual([{ post_id: id }, { post_id: id }]);
  });

  it('for a webinar that has been deleted', async () => {
    const { id, received } = await buy();
    expect(await app.call(deletePost, as(host, id))).toMatchObject({ ok: true });
    await expect.poll(() => received, { timeout: 5_000 }).toEqual([{ post_id: id }]);
    expect(await findOnlyPayment(app, id)).toMatchObject({ status: 'refunded' });
  });
});
