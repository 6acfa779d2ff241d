/** Disputes, and refunds that cannot be made: the host and the owners are notified of each once. */
import { listNotifications, setAllNotificationsRead } from '@afterhours/contract/notifications/notifications';
import { listEarnings } from '@afterhours/contract/payments/earnings';
import { listPayments } from '@afterhours/contract/payments/payments';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { makeMailsDue, prefer } from '#testing/notifications/notification-mail.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildSeller, type Seller, sendAccountEvent } from '#testing/rows/sellers.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { type FakeStripe, startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { takeWaiting } from './queries.ts';
import { refundPayment } from './settlement.ts';

let stripe: FakeStripe;
let app: TestApp;
let guest: TestMember;
let owner: TestMember;
let moderator: TestMember;
let seller: Seller;
let tokenCount = 0;

beforeAll(async () => {
  stripe = await startFakeStripe();
  app = await buildTestApp(stripe.settings, undefined, { runSchedules: true });
  [guest, owner, moderator] = [
    await buildMember(app),
    await buildStaff(app, 'owner'),
    await buildStaff(app, 'moderator'),
  ];
  await changeSettings(app, { seller: 'host', sharePercent: 15 });
});
beforeEach(async () => {
  seller = await buildSeller({ app, stripe });
  await pay(app, guest, seller.webinar._id, `tok_form${++tokenCount}`);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const loadPayment = () => findOnlyPayment(app, seller.webinar._id);
async function notificationsOf({ token }: TestMember) {
  const response = await succeed(app.call(listNotifications, { token, query: {} }));
  const { _id } = seller.webinar;
  return response.body.notifications.flatMap(({ kind, link, parent_id }) => (parent_id === _id ? [[kind, link]] : []));
}
/** Returns the payment's charge at the provider. */
async function loadCharge() {
  const { reference } = await loadPayment();
  const charge = stripe.platform.accounts.get(seller.account)?.intents.get(reference ?? '')?.latest_charge;
  if (!charge) throw new Error('no charge');
  return charge;
}
/** Opens a dispute, or changes its status; the provider sends the event `times` times. */
async function dispute(status: string, times = 2): Promise<void> {
  const { reference } = await loadPayment();
  const object = stripe.platform.accounts.get(seller.account)?.dispute(reference ?? '', status);
  for (let sent = 0; sent < times; sent++)
    await sendAccountEvent({ app, stripe }, seller.account, { type: 'charge.dispute.updated', object: object ?? {} });
}

it('A dispute notifies the host and the owners when it is opened and when it is decided', async () => {
  const path = `/p/${seller.webinar._id}`;
  await dispute('needs_response');
  await expect.poll(() => notificationsOf(seller.host)).toContainEqual(['disputeOpened', '/me/earnings']);
  await expect.poll(() => notificationsOf(owner)).toEqual([['disputeOpened', path]]);
  await dispute('under_review');
  await dispute('won');
  await expect
    .poll(() => notificationsOf(owner))
    .toEqual([
      ['disputeWon', path],
      ['disputeOpened', path],
    ]);
  expect(await notificationsOf(moderator)).toEqual([]);
  expect((await notificationsOf(guest)).map(([kind]) => kind)).not.toContain('disputeOpened');
});

it('A lost dispute notifies the owners, and counts as a refund', async () => {
  await dispute('needs_response');
  await dispute('lost');
  await expect.poll(() => notificationsOf(owner)).toContainEqual(['disputeLost', `/p/${seller.webinar._id}`]);
  expect(await loadPayment()).toMatchObject({ status: 'refunded' });
  await dispute('won');
  expect(await loadPayment()).toMatchObject({ refund_blocked: false });
});

it('A dispute over a payment that was refunded by hand meanwhile ends for the host and the owners, too', async () => {
  await dispute('needs_response');
  const { id } = await loadPayment();
  const charge = await loadCharge();
  charge.refunded = true;
  await dispute('under_review', 1);
  expect(await loadPayment()).toMatchObject({ status: 'refunded', dispute: 'open' });
  await dispute('won');
  expect(await loadPayment()).toMatchObject({ status: 'refunded', dispute: 'won' });
  await expect.poll(() => notificationsOf(owner)).toContainEqual(['disputeWon', `/p/${seller.webinar._id}`]);
  expect(await takeWaiting(app.services.db, 'dispute', { seconds: 0, limit: 100 })).not.toContain(id);
});

it('A dispute is mailed to hosts who have chosen it', async () => {
  const mailsTo = () => app.mail.sentTo(seller.host).map(({ subject }) => subject);
  await prefer(app, seller.host, { kinds: [{ kind: 'money', mail: 'instant' }] });
  await dispute('needs_response');
  await expect.poll(() => notificationsOf(seller.host)).toContainEqual(['disputeOpened', '/me/earnings']);
  await makeMailsDue(app);
  await expect.poll(mailsTo, { timeout: 15_000 }).toContainEqual(expect.stringMatching(/is disputed/));
});

it('A refund that waits for the host’s balance notifies the host and the payer once', async () => {
  const { id } = await loadPayment();
  const theirs = stripe.platform.accounts.get(seller.account);
  if (!theirs) throw new Error('no account');
  theirs.nextStatus.refund = 'insufficient_funds';
  await app.call(deletePost, { token: seller.host.token, params: { id: seller.webinar._id } });
  await expect.poll(() => notificationsOf(seller.host)).toContainEqual(['refundWaits', '/me/earnings']);
  await expect.poll(() => notificationsOf(guest)).toContainEqual(['refundLate', '/Settings?tab=payments']);
  await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
  for (const refund of theirs.refunds) refund.status = 'succeeded';
  await refundPayment(app.services, id);
  expect(await loadPayment()).toMatchObject({ status: 'refunded' });
  expect((await notificationsOf(seller.host)).filter(([kind]) => kind === 'refundWaits')).toHaveLength(1);
  expect((await notificationsOf(guest)).filter(([kind]) => kind === 'refundLate')).toHaveLength(1);
});

it('A refund that the payer’s bank returns later notifies the host, the owners and the payer once', async () => {
  await app.call(deletePost, { token: seller.host.token, params: { id: seller.webinar._id } });
  await expect.poll(loadPayment).toMatchObject({ status: 'refunded' });
  const { reference } = await loadPayment();
  stripe.platform.accounts.get(seller.account)?.failRefunds(reference ?? '');
  const object = { object: 'refund', payment_intent: reference };
  for (const type of ['refund.failed', 'charge.refund.updated'])
    await sendAccountEvent({ app, stripe }, seller.account, { type, object });
  await expect.poll(() => notificationsOf(owner)).toEqual([['refundReturned', '/moderation/payouts']]);
  await expect.poll(() => notificationsOf(guest)).toContainEqual(['refundLate', '/Settings?tab=payments']);
  expect((await notificationsOf(seller.host)).filter(([kind]) => kind === 'refundReturned')).toHaveLength(1);
  const returned = { parent_id: seller.webinar._id, status: 'refunded', refundReturned: true, refundBlocked: false };
  const [earned, paid] = [
    await succeed(app.call(listEarnings, { token: seller.host.token })),
    await succeed(app.call(listPayments, { token: guest.token })),
  ];
  expect(earned.body[0]).toMatchObject(returned);
  expect(paid.body[0]).toMatchObject(returned);
});

it('A returned refund that is made anew may be returned again, and open tabs learn of it', async () => {
  await app.call(deletePost, { token: seller.host.token, params: { id: seller.webinar._id } });
  await expect.poll(loadPayment).toMatchObject({ status: 'refunded' });
  const { reference } = await loadPayment();
  const theirs = stripe.platform.accounts.get(seller.account);
  const charge = await loadCharge();
  const object = { object: 'refund', payment_intent: reference };
  const report = () => sendAccountEvent({ app, stripe }, seller.account, { type: 'charge.refund.updated', object });
  const origin = await listen(app);
  const [payers, hosts] = [
    await openTabFor('seats', origin, guest),
    await openTabFor('webinarSeats', origin, seller.host),
  ];
  theirs?.failRefunds(reference ?? '');
  await report();
  expect(await loadPayment()).toMatchObject({ refund_blocked: true });
  for (const tab of [payers, hosts]) await expect.poll(() => tab).toHaveLength(1);
  charge.refunded = true;
  await report();
  expect(await loadPayment()).toMatchObject({ refund_blocked: false });
  for (const tab of [payers, hosts]) await expect.poll(() => tab).toHaveLength(2);
  await expect.poll(() => notificationsOf(owner)).toEqual([['refundReturned', '/moderation/payouts']]);
  await app.call(setAllNotificationsRead, { token: owner.token });
  theirs?.failRefunds(reference ?? '');
  await report();
  expect(await loadPayment()).toMatchObject({ refund_blocked: true });
  await expect.poll(async () => (await notificationsOf(owner)).length).toBe(2);
});

it('A dispute ends for the host and the owners even if the refund that was made meanwhile was returned', async () => {
  await dispute('warning_needs_response');
  const { id } = await loadPayment();
  const charge = await loadCharge();
  charge.refunded = true;
  await dispute('warning_under_review', 1);
  charge.refunded = false;
  await dispute('warning_under_review', 1);
  expect(await loadPayment()).toMatchObject({ refund_blocked: true, dispute: 'open' });
  await dispute('warning_closed');
  expect(await loadPayment()).toMatchObject({ status: 'refunded', refund_blocked: true, dispute: 'won' });
  await expect.poll(() => notificationsOf(owner)).toContainEqual(['disputeWon', `/p/${seller.webinar._id}`]);
  expect(await takeWaiting(app.services.db, 'dispute', { seconds: 0, limit: 100 })).not.toContain(id);
});

it('A refund that cannot be made notifies the host and the owners once, even without the webinar', async () => {
  const { id } = await loadPayment();
  stripe.disconnect(seller.account);
  await app.call(deletePost, { token: seller.host.token, params: { id: seller.webinar._id } });
  await expect.poll(() => notificationsOf(seller.host)).toContainEqual(['refundBlocked', '/me/earnings']);
  await expect(refundPayment(app.services, id)).rejects.toThrow(/not done/);
  await expect.poll(() => notificationsOf(owner)).toEqual([['refundBlocked', '/moderation/payouts']]);
  expect((await notificationsOf(seller.host)).filter(([kind]) => kind === 'refundBlocked')).toHaveLength(1);
});
