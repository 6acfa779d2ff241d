import { EXPORT_PATH } from '@afterhours/contract/account/account-data';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import {
  earningMessages,
  endSandboxDispute,
  listEarnings,
  listOwedHosts,
  listPayouts,
  paySandboxOut,
  recordPayout,
} from '@afterhours/contract/payments/earnings';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxNotes } from '#platform/payments/sandbox-notes.ts';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';
import { takeWaiting } from '../queries.ts';
import { checkPayment } from '../settlement.ts';

let app: TestApp;
let host: TestMember;
let guest: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  guest = await buildMember(app, { firstName: 'Gil', lastName: 'Reis' });
});
beforeEach(async () => {
  host = await buildMember(app);
});
afterAll(() => app.close());

/** Sells one webinar. Returns the id of its payment. */
async function sell(fields: { price?: number; currency?: string } = {}, card?: string): Promise<string> {
  const webinar = await buildWebinar(app, host, { startsAt: '2099-03-01T20:00:00Z', ...fields });
  const token = await buildSandboxToken(app, guest, card);
  await pay(app, guest, webinar._id, token, { fields: { amount: fields.price ?? 1000 } });
  return (await findOnlyPayment(app, webinar._id)).id;
}
const giveBack = (id: string) => applyOutcome(app.services, id, { status: 'refunded', reference: `pi_sandbox_${id}` });
const read = async (member = host, query: Record<string, string> = {}) => {
  return await succeed(app.call(listEarnings, { token: member.token, query }));
};
const payOut = (currency: string, member = host) =>
  app.call(paySandboxOut, { token: member.token, body: { currency } });

describe('The earnings of a host', () => {
  it('are empty at first, and visible only to the host', async () => {
    expect(await read()).toMatchObject({ body: [], totals: [], nextCursor: null });
    await sell();
    expect(await read(guest)).toMatchObject({ body: [], totals: [] });
    expect(await app.call(listEarnings, {})).toMatchObject({ status: 401 });
  });

  it('add up income, refunds and the amount owed, by currency', async () => {
    await sell();
    await giveBack(await sell());
    await sell({ price: 2500, currency: 'eur' });
    const { body, totals } = await read();
    expect(body).toMatchObject([
      { amount: 2500, currency: 'eur', status: 'completed', payer: 'Gil Reis', receipt: null, sandbox: true },
      { amount: 1000, status: 'refunded', refundedAt: expect.any(String) },
      { amount: 1000, status: 'completed', title: 'Pricing, honestly', dispute: null, refundBlocked: false },
    ]);
    const base = { sandbox: true, shared: false, paidOut: 0, disputed: 0 };
    expect(totals).toEqual([
      { ...base, currency: 'eur', cameIn: 2500, givenBack: 0, owed: 2500 },
      { ...base, currency: 'usd', cameIn: 2000, givenBack: 1000, owed: 1000 },
    ]);
  });

  it('are paged by cursor', async () => {
    for (let sold = 0; sold < 3; sold++) await sell();
    const first = await read(host, { limit: '2' });
    expect(first.body).toHaveLength(2);
    const last = await read(host, { limit: '2', cursor: first.nextCursor ?? '' });
    expect(last).toMatchObject({ body: [{}], nextCursor: null });
    expect(new Set([...first.body, ...last.body].map(({ _id }) => _id)).size).toBe(3);
  });

  it('keep a payment whose webinar is deleted or whose payer is blocked, without the payer’s name', async () => {
    const id = await sell();
    await app.services.db.deleteFrom('posts').where('user_id', '=', host.id).execute();
    await app.call(setBlock, { token: host.token, body: { userId: guest.id } });
    expect((await read()).body).toMatchObject([{ _id: id, title: 'Webinar: Pricing, honestly', payer: null }]);
    await app.call(setBlock, { token: host.token, body: { userId: guest.id, action: 'unblock' } });
  });

  it('exclude the community’s share', async () => {
    await changeSettings(app, { sharePercent: 10 });
    const id = await sell({ price: 999 });
    const totals = [{ cameIn: 900, shared: true }];
    expect(await read()).toMatchObject({ body: [{ _id: id, amount: 999, share: 99 }], totals });
    await giveBack(id);
    expect((await read()).body).toMatchObject([{ _id: id, status: 'refunded', share: 0 }]);
    const headers = { authorization: `Bearer ${host.token}` };
    const { rawPayload } = await app.http.inject({ url: `/api${EXPORT_PATH}`, headers });
    const exported = JSON.parse(strFromU8(unzipSync(rawPayload)['earnings.json'] ?? new Uint8Array())) as object[];
    expect(exported).toMatchObject([{ id, status: 'refunded', communityShare: 0 }]);
    await changeSettings(app, { sharePercent: 0 });
  });
});

describe('A payout', () => {
  it('of the sandbox pays everything owed in a currency, once', async () => {
    await sell();
    const responses = await Promise.all([payOut('usd'), payOut('usd'), payOut('usd')]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await payOut('usd')).toMatchObject({ status: 409, message: earningMessages.nothingOwed.message });
    expect(await payOut('xau')).toMatchObject({ status: 422 });
    expect(await app.call(listPayouts, { token: host.token })).toMatchObject({
      body: [{ amount: 1000, currency: 'usd', status: 'paid', byCommunity: true, sandbox: true }],
    });
    expect(await read()).toMatchObject({ totals: [{ cameIn: 1000, paidOut: 1000, owed: 0 }] });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('is recorded by an owner, and never exceeds what is owed', async () => {
    await sell({ price: 700 });
    const owner = await buildStaff(app, 'owner');
    const record = (amount: number, member = owner) =>
      app.call(recordPayout, { token: member.token, body: { hostId: host.id, currency: 'usd', amount } });
    const owed = await app.call(listOwedHosts, { token: owner.token, query: { limit: '100' } });
    expect(owed.ok && owed.body.find(({ hostId }) => hostId === host.id)).toMatchObject({ owed: 700, currency: 'usd' });
    expect(await record(701)).toMatchObject({ status: 409, message: earningMessages.lessOwed.message });
    expect(await record(0)).toMatchObject({ status: 422 });
    const responses = await Promise.all([record(500), record(500)]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await read()).toMatchObject({ totals: [{ paidOut: 500, owed: 200 }] });
    const log = await app.call(listAudit, { token: owner.token, query: { action: 'payout', member: host.id } });
    expect(log).toMatchObject({ body: [{ actorId: owner.id, details: { amount: '500', currency: 'usd' } }] });
    expect(log).toMatchObject({ body: { length: 1 } });
    for (const member of [host, await buildStaff(app, 'moderator')]) {
      expect(await record(100, member)).toMatchObject({ status: 403 });
      expect(await app.call(listOwedHosts, { token: member.token })).toMatchObject({ status: 403 });
    }
  });
});

describe('A dispute', () => {
  const DISPUTED = '4000 0000 0000 0259';
  const dispute = async (id: string) => {
    const notes = createSandboxNotes(app.services.db);
    const later = { ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000, notes) };
    await checkPayment(later, id);
  };
  const end = (id: string, won: boolean, member = host) =>
    app.call(endSandboxDispute, { token: member.token, params: { id }, body: { won } });

  it('ends in the sandbox when the payment is refunded', async () => {
    const id = await sell({}, DISPUTED);
    await dispute(id);
    const waiting = () => takeWaiting(app.services.db, 'dispute', { seconds: 0, limit: 100 });
    expect(await waiting()).toContain(id);
    await giveBack(id);
    expect(await waiting()).not.toContain(id);
  });

  it.each([
    [true, 'won', 'completed', 'paid'],
    [false, 'lost', 'refunded', 'refunded'],
  ] as const)('is shown to the host, who can end it in the sandbox: won %s', async (won, ended, status, seat) => {
    const id = await sell({}, DISPUTED);
    expect(await end(id, won)).toMatchObject({ status: 409, message: earningMessages.noDispute.message });
    await dispute(id);
    expect(await read()).toMatchObject({
      body: [{ _id: id, dispute: 'open', status: 'completed' }],
      totals: [{ cameIn: 1_000, owed: 1_000, disputed: 1_000 }],
    });
    const { token } = await buildStaff(app, 'owner');
    const listed = async () => {
      const owed = await app.call(listOwedHosts, { token, query: { limit: '100' } });
      return owed.ok ? owed.body.find(({ hostId }) => hostId === host.id) : undefined;
    };
    expect(await listed()).toMatchObject({ owed: 1_000, disputed: 1_000 });
    const paidBefore = { hostId: host.id, currency: 'usd', amount: 600 };
    expect(await app.call(recordPayout, { token, body: paidBefore })).toMatchObject({ ok: true });
    expect(await listed()).toMatchObject({ owed: 400, disputed: 400 });
    expect(await end(id, won, guest)).toMatchObject({ status: 404 });
    await dispute(id);
    expect(await end(id, won)).toMatchObject({ body: { dispute: ended, status } });
    expect((await listed())?.disputed ?? 0).toBe(0);
    expect(await read()).toMatchObject({ totals: [{ disputed: 0 }] });
    const seats = await app.services.db.selectFrom('seats').select('state').where('payment_id', '=', id).execute();
    expect(seats).toEqual([{ state: seat }]);
    const kinds = await app.services.db
      .selectFrom('ledger')
      .select('kind')
      .distinct()
      .where('payment_id', '=', id)
      .execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(won ? ['payment'] : ['chargeback', 'payment']);
  });

  it('that is lost leaves nothing owed, neither the price nor the community’s share', async () => {
    await changeSettings(app, { sharePercent: 10 });
    const id = await sell({}, DISPUTED);
    await dispute(id);
    expect(await read()).toMatchObject({ totals: [{ cameIn: 900, owed: 900, disputed: 900 }] });
    expect(await end(id, false)).toMatchObject({ body: { dispute: 'lost', share: 0 } });
    expect(await read()).toMatchObject({ totals: [{ cameIn: 900, givenBack: 900, paidOut: 0, owed: 0 }] });
    await changeSettings(app, { sharePercent: 0 });
  });
});
