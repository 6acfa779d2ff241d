import { DAY_MS } from '@afterhours/contract/base/durations';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { listPayments } from '@afterhours/contract/payments/payments';
import { deletePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { settleOverdue } from '../commands.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinarId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, guest] = await buildMembers(app, 2);
  webinarId = (await buildWebinar(app, host))._id;
});
afterAll(() => app.close());

const buy = async (number?: string) => pay(app, guest, webinarId, await buildSandboxToken(app, guest, number));
const block = (member: TestMember, other: TestMember) =>
  app.call(setBlock, { token: member.token, body: { userId: other.id, action: 'block' } });
const read = async (query: Record<string, string> = {}) => {
  return await succeed(app.call(listPayments, { token: guest.token, query }));
};
const statusOf = async () => (await findOnlyPayment(app, webinarId)).status;

describe('A host who blocks a buyer', () => {
  it('refunds the payment', async () => {
    await buy();
    expect(await block(host, guest)).toMatchObject({ ok: true });
    await expect.poll(statusOf).toBe('refunded');
    expect((await read()).body).toMatchObject([{ parent_id: webinarId, status: 'refunded', link: null }]);
  });

  it('refunds a pending payment after it has succeeded', async () => {
    await buy('4000 0000 0000 7775');
    await block(host, guest);
    expect(await statusOf()).toBe('pending');
    await settleOverdue({ ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000) }, 0);
    await expect.poll(statusOf).toBe('refunded');
  });

  it('keeps the payment for a webinar that took place days ago', async () => {
    await buy();
    const past = new Date(Date.now() - 2 * DAY_MS);
    await app.services.db.updateTable('posts').set({ starts_at: past }).where('id', '=', webinarId).execute();
    await block(host, guest);
    expect(await findOnlyPayment(app, webinarId)).toMatchObject({ status: 'completed', refund_requested_at: null });
  });

  it('concurrently with the payment keeps no money, whichever comes first', async () => {
    const [paid, blocked] = await Promise.all([buy(), block(host, guest)]);
    expect(blocked).toMatchObject({ ok: true });
    expect([200, 404]).toContain(paid.status);
    if (paid.status === 200) await expect.poll(statusOf).toBe('refunded');
  });

  it('owes no refund when it is the buyer who blocks the host', async () => {
    await buy();
    await block(guest, host);
    expect(await findOnlyPayment(app, webinarId)).toMatchObject({ status: 'completed', refund_requested_at: null });
    expect((await read()).body).toMatchObject([
      { status: 'completed', link: null, title: 'Webinar: Pricing, honestly' },
    ]);
  });
});

describe("The list of a member's payments", () => {
  it('is empty for a new member, and requires a session', async () => {
    expect((await read()).body).toEqual([]);
    expect(await app.call(listPayments, { token: null, query: {} })).toMatchObject({ status: 401 });
  });

  it('has no link to a webinar that a decision hides', async () => {
    await buy();
    const hidden = { hidden_by: '01a22832-9e70-75ad-8cdd-2a14b584bf31' };
    await app.services.db.updateTable('posts').set(hidden).where('id', '=', webinarId).execute();
    expect((await read()).body).toMatchObject([{ title: 'Webinar: Pricing, honestly', startsAt: null, link: null }]);
  });

  it('returns each payment with the link to its webinar, latest first, page by page', async () => {
    for (const title of ['First', 'Second', 'Third']) {
      const { _id } = await buildWebinar(app, host, { title, startsAt: '2099-01-01T20:00:00.000Z' });
      await pay(app, guest, _id, await buildSandboxToken(app, guest));
    }
    const first = await read({ limit: '2' });
    expect(first.body).toMatchObject([
      {
        title: 'Third',
        status: 'completed',
        link: expect.stringMatching(/\/w\/[0-9a-f-]{36}\/join$/),
        startsAt: '2099-01-01T20:00:00.000Z',
        sandbox: true,
      },
      { title: 'Second' },
    ]);
    const second = await read({ limit: '2', cursor: first.nextCursor ?? '' });
    expect(second.body.map((payment) => payment.title)).toEqual(['First']);
    expect(second.nextCursor).toBeNull();
    expect(await app.call(listPayments, { token: host.token, query: {} })).toMatchObject({ body: [] });
  });

  it('keeps the link of a webinar that its payer has reported, and tells why a card was declined', async () => {
    expect(await buy('4000 0000 0000 0002')).toMatchObject({ status: 402 });
    expect((await read()).body).toMatchObject([
      { status: 'failed', reason: 'Your card was declined.', reasonKind: 'declined', link: null },
    ]);
    await buy();
    await app.call(reportPost, { token: guest.token, body: { post_id: webinarId } });
    expect((await read()).body[0]).toMatchObject({
      status: 'completed',
      link: expect.stringMatching(/\/w\/[0-9a-f-]{36}\/join$/),
    });
  });
});

describe('Mails about payments', () => {
  it("go to the account's own address: a receipt and a notice of a refund, once each", async () => {
    await buy();
    await expect
      .poll(() => app.mail.sentTo(guest).map((mail) => mail.subject))
      .toEqual(['Your receipt from Afterhours: $10.00']);
    const [receipt] = app.mail.sentTo(guest);
    expect(receipt?.text).toContain('Pricing, honestly');
    expect(receipt?.text).toContain('no money moved');
    expect(receipt?.text).toMatch(/Paid: \$10\.00 on \w+day, \d+ \w+ 20\d\d/);
    await app.call(deletePost, { token: host.token, params: { id: webinarId } });
    await expect.poll(() => app.mail.sentTo(guest).at(-1)?.subject).toBe('Your refund from Afterhours: $10.00');
    expect(app.mail.sentTo(guest)).toHaveLength(2);
  });
});
