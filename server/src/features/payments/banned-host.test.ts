import { reportMember } from '@afterhours/contract/moderation/moderation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import type { Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeBan } from '#features/moderation/sanctions/sanction-commands.ts';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startFakeStripe } from '#testing/servers/fake-stripe.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { settleOverdue } from './commands.ts';
import { refundPayment, settlePayment } from './settlement.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, guest] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

/** Bans the host on one server. Returns the decision's id. */
async function ban(on = app, member = host, reporter = guest): Promise<string> {
  const owner = await buildStaff(on, 'owner');
  await on.call(reportMember, { token: reporter.token, body: { userId: member.id } });
  const listed = await on.call(cases.listCases, { token: owner.token });
  const id = listed.ok ? listed.body.find(({ subject }) => subject._id === member.id)?._id : undefined;
  const body = { action: 'ban', rule: 'No fraud', statement: 'It is fraud.' } as const;
  return (await succeed(on.call(cases.decideCase, { token: owner.token, params: { id: id ?? '' }, body }))).body._id;
}
const paymentOf = (webinar: Post, on = app) => findOnlyPayment(on, webinar._id);
const statusOf = async (webinar: Post) => (await paymentOf(webinar)).status;

describe('A ban of the host', () => {
  it('refunds payments for webinars that have not begun, and no others', async () => {
    const [begun, later, other] = [
      await buildWebinar(app, host),
      await buildWebinar(app, host),
      await buildWebinar(app, await buildMember(app)),
    ];
    for (const { _id } of [begun, later, other]) await pay(app, guest, _id, await buildSandboxToken(app, guest));
    await app.services.db
      .updateTable('posts')
      .set({ starts_at: new Date(Date.now() - 60_000) })
      .where('id', '=', begun._id)
      .execute();
    await ban();
    await expect.poll(() => statusOf(later)).toBe('refunded');
    for (const kept of [begun, other])
      expect(await paymentOf(kept)).toMatchObject({ status: 'completed', refund_requested_at: null });
  });

  it('refunds a pending payment after it has succeeded', async () => {
    const webinar = await buildWebinar(app, host);
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest, '4000 0000 0000 7775'));
    await ban();
    const later = { ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000) };
    await settlePayment(later, (await paymentOf(webinar)).id);
    await expect.poll(() => statusOf(webinar)).toBe('refunded');
  });

  it('leaves nobody charged who pays concurrently', async () => {
    const webinar = await buildWebinar(app, host);
    expect(await pay(app, guest, webinar._id, await buildSandboxToken(app, guest))).toMatchObject({ status: 200 });
    const guests = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)));
    const tokens = await Promise.all(guests.map((one) => buildSandboxToken(app, one)));
    const paying = guests.map((one, at) => pay(app, one, webinar._id, tokens[at] ?? ''));
    const [decisionId, ...responses] = await Promise.all([ban(), ...paying]);
    for (const { status } of responses) expect([200, 404]).toContain(status);
    await app.services.jobs.enqueue(app.services.db, completeBan, { decisionId });
    const rows = () =>
      app.services.db.selectFrom('payments').select('status').where('post_id', '=', webinar._id).execute();
    await expect
      .poll(async () => {
        await settleOverdue(app.services, 0);
        return (await rows()).map(({ status }) => status);
      })
      .toEqual(['refunded', ...responses.filter(({ status }) => status === 200).map(() => 'refunded')]);
  });

  it('refunds once, even if the response is lost and the ban is completed again', async () => {
    const stripe = await startFakeStripe();
    const on = await buildTestApp(stripe.settings);
    const [theirs, buyer] = [await buildMember(on), await buildMember(on)];
    const webinar = await buildWebinar(on, theirs);
    await pay(on, buyer, webinar._id, 'tok_refunded');
    stripe.fail(/POST .*refunds/, 'after', 2);
    const decisionId = await ban(on, theirs, buyer);
    const { id, reference } = await paymentOf(webinar, on);
    await on.services.jobs.enqueue(on.services.db, completeBan, { decisionId });
    await expect
      .poll(() =>
        refundPayment(on.services, id).then(
          async () => (await paymentOf(webinar, on)).status,
          () => 'not yet',
        ),
      )
      .toBe('refunded');
    expect(stripe.account.refunds.filter((refund) => refund.payment_intent === reference)).toHaveLength(1);
    await on.close();
    await stripe.close();
  });
});
