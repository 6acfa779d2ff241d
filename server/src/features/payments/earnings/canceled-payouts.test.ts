import { deleteAccount } from '@afterhours/contract/account/account-data';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import {
  cancelPayout,
  earningMessages,
  listEarnings,
  listOwedHosts,
  listPayouts,
  listRecordedPayouts,
  recordPayout,
} from '@afterhours/contract/payments/earnings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { runDoctorChecks } from '#operations/doctor/doctor.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let guest: TestMember;
let owner: TestMember;
let host: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  [guest, owner] = [await buildMember(app), await buildStaff(app, 'owner')];
});
beforeEach(async () => {
  host = await buildMember(app, { firstName: 'Ana', lastName: 'Lima' });
  const webinar = await buildWebinar(app, host);
  await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
});
afterAll(() => app.close());

const record = async (amount = 1000) => {
  const body = { hostId: host.id, currency: 'usd', amount };
  return (await succeed(app.call(recordPayout, { token: owner.token, body }))).body._id;
};
const cancel = (id: string, member = owner, reason = 'Entered twice') =>
  app.call(cancelPayout, { token: member.token, params: { id }, body: { reason } });
const readTotals = async () => {
  const response = await app.call(listEarnings, { token: host.token });
  return response.ok ? response.totals : [];
};
const listLines = (entry: string) =>
  app.services.db
    .selectFrom('ledger')
    .select(['kind', 'account', 'amount'])
    .where('entry', '=', entry)
    .orderBy('id')
    .execute();

describe('The record of a payout', () => {
  it('can be cancelled by an owner: the amount is owed again, and the host sees why', async () => {
    const id = await record();
    expect(await readTotals()).toMatchObject([{ paidOut: 1000, owed: 0 }]);
    const canceled = { status: 'canceled', canceledAt: expect.any(String), cancelReason: 'Entered twice' };
    expect(await cancel(id)).toMatchObject({ body: { _id: id, name: 'Ana Lima', hostId: host.id, ...canceled } });
    expect(await readTotals()).toMatchObject([{ paidOut: 0, owed: 1000 }]);
    expect(await app.call(listPayouts, { token: host.token })).toMatchObject({ body: [{ _id: id, ...canceled }] });
    const owed = await app.call(listOwedHosts, { token: owner.token, query: { limit: '100' } });
    expect(owed.ok && owed.body.find(({ hostId }) => hostId === host.id)).toMatchObject({ owed: 1000 });
    const log = await app.call(listAudit, {
      token: owner.token,
      query: { action: 'payout-canceled', member: host.id },
    });
    expect(log).toMatchObject({ body: [{ actorId: owner.id, details: { amount: '1000', note: 'Entered twice' } }] });
    const next = await record(700);
    expect(await app.call(listRecordedPayouts, { token: owner.token, query: { limit: '2' } })).toMatchObject({
      body: [
        { _id: next, status: 'paid', canceledAt: null },
        { _id: id, ...canceled },
      ],
    });
  });

  it('is reversed in the ledger, where nothing is changed', async () => {
    const id = await record(400);
    const before = await listLines(id);
    await cancel(id);
    expect(await listLines(id)).toEqual([
      ...before,
      { kind: 'payout', account: `host:${host.id}`, amount: 400 },
      { kind: 'payout', account: 'transfers', amount: -400 },
    ]);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('is cancelled once, also by several calls at the same time', async () => {
    const id = await record();
    const responses = await Promise.all([cancel(id), cancel(id), cancel(id), cancel(id)]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await cancel(id)).toMatchObject({ status: 409, message: earningMessages.alreadyCanceled.message });
    expect(await listLines(id)).toHaveLength(4);
    expect(await readTotals()).toMatchObject([{ paidOut: 0, owed: 1000 }]);
  });

  it('notifies the host of the payout and of its cancellation, once each, with the amount', async () => {
    const id = await record(950);
    await Promise.all([cancel(id), cancel(id)]);
    const list = await app.call(listNotifications, { token: host.token, query: { kind: 'events' } });
    const all = list.ok ? list.body.notifications : [];
    const money = all.filter(({ kind }) => kind?.startsWith('payout'));
    const from = { actor: null, link: '/me/earnings', price: { amount: 950, currency: 'usd' } };
    expect(money).toMatchObject([
      { kind: 'payoutCanceled', ...from, content: expect.stringContaining('a payout of $9.50 to you') },
      { kind: 'payoutRecorded', ...from, content: expect.stringContaining('paid out $9.50 of your earnings') },
    ]);
    const { db } = app.services;
    const stored = await db.selectFrom('notifications').select('content').where('user_id', '=', host.id).execute();
    expect(stored.filter(({ content }) => content.includes('$9.50'))).toHaveLength(2);
  });

  it('notifies nobody of what hosts do themselves, and is possible after the host has left', async () => {
    const webinar = await buildWebinar(app, owner);
    await pay(app, guest, webinar._id, await buildSandboxToken(app, guest));
    const body = { hostId: owner.id, currency: 'usd', amount: 1000 };
    const own = await app.call(recordPayout, { token: owner.token, body });
    await cancel(own.ok ? own.body._id : '');
    const list = await app.call(listNotifications, { token: owner.token, query: { kind: 'events' } });
    expect(JSON.stringify(list)).not.toContain('payout');
    const id = await record();
    await app.call(deleteAccount, { token: host.token, body: { password: PASSWORD } });
    expect(await cancel(id)).toMatchObject({ body: { status: 'canceled' } });
  });

  it('is compared with the ledger by the doctor', async () => {
    const diagnose = async () => {
      const lines: string[] = [];
      const { db, storage, config } = app.services;
      await runDoctorChecks(
        { config, db, pool: app.database.pool, storage, repair: false },
        {
          repair: false,
          quick: false,
          onFinding: (_check, { text }) => void (/payout/.test(text) && lines.push(text)),
        },
      );
      return lines;
    };
    const changed = (change: string, id: string) =>
      app.services.db.transaction().execute(async (tx) => {
        await sql`ALTER TABLE payouts DISABLE TRIGGER USER`.execute(tx);
        await sql`UPDATE payouts SET ${sql.raw(change)} WHERE id = ${id}::uuid`.execute(tx);
        await sql`ALTER TABLE payouts ENABLE TRIGGER USER`.execute(tx);
      });
    const [canceled, more, uncanceled] = [await record(100), await record(200), await record(300)];
    await cancel(canceled);
    await cancel(uncanceled);
    expect(await diagnose()).toEqual(['the ledger agrees with the payouts']);
    await changed('amount = 201', more);
    await changed("status = 'paid', canceled_at = NULL, cancel_reason = NULL", uncanceled);
    const wrong = [more, uncanceled].toSorted();
    expect(await diagnose()).toEqual([`2 payouts differ from the ledger: ${wrong.join(', ')}`]);
    await changed('amount = 200', more);
    await changed("status = 'canceled', canceled_at = now(), cancel_reason = 'x'", uncanceled);
    expect(await diagnose()).toEqual(['the ledger agrees with the payouts']);
  });

  it('is refused if another one was made since the owner looked, and reloads the lists of owners', async () => {
    const reloads = await openTabFor('payouts', await listen(app), owner);
    const list = await app.call(listOwedHosts, { token: owner.token, query: { limit: '100' } });
    const seen = list.ok ? list.body.find(({ hostId }) => hostId === host.id) : undefined;
    expect(seen).toMatchObject({ owed: 1000, paidOut: 0 });
    const id = await record(400);
    await expect.poll(() => reloads.length).toBe(1);
    const body = { hostId: host.id, currency: 'usd', amount: 400 };
    const again = (paidOut: number) => app.call(recordPayout, { token: owner.token, body: { ...body, paidOut } });
    expect(await again(0)).toMatchObject({ status: 409, message: earningMessages.changedMeanwhile.message });
    expect(await readTotals()).toMatchObject([{ paidOut: 400, owed: 600 }]);
    expect(await again(400)).toMatchObject({ ok: true });
    await expect.poll(() => reloads.length).toBe(2);
    await cancel(id);
    await expect.poll(() => reloads.length).toBe(3);
  });

  it('is made once by a call and its repeats, even if the server died before it had responded', async () => {
    const body = { hostId: host.id, currency: 'usd', amount: 300 };
    const call = { token: owner.token, body, headers: { 'idempotency-key': `payout-${host.id}` } };
    const first = await app.call(recordPayout, call);
    await sql`UPDATE idempotency_keys SET answer = NULL, created_at = now() - interval '2 minutes'
      WHERE key = ${`payout-${host.id}`}`.execute(app.services.db);
    const id = first.ok ? first.body._id : '';
    expect(await app.call(recordPayout, call)).toMatchObject({ ok: true, body: { _id: id, status: 'paid' } });
    expect(await readTotals()).toMatchObject([{ paidOut: 300, owed: 700 }]);
    await cancel(id);
    expect(await app.call(recordPayout, call)).toMatchObject({ ok: true, body: { _id: id, status: 'canceled' } });
    expect(await readTotals()).toMatchObject([{ paidOut: 0, owed: 1000 }]);
  });

  it('stays right while the same host is paid and another record is cancelled', async () => {
    const first = await record(500);
    const second = await record(500);
    const body = { hostId: host.id, currency: 'usd', amount: 500 };
    await Promise.all([
      cancel(first),
      app.call(recordPayout, { token: owner.token, body }),
      cancel(second),
      app.call(recordPayout, { token: owner.token, body }),
    ]);
    const [total] = await readTotals();
    expect((total?.paidOut ?? 0) + (total?.owed ?? 0)).toBe(1000);
    expect(total?.owed).toBeGreaterThanOrEqual(0);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('cannot be cancelled by others, without a reason, or if the provider made the payout', async () => {
    const id = await record();
    for (const member of [host, await buildStaff(app, 'moderator')]) {
      expect(await cancel(id, member)).toMatchObject({ status: 403 });
      expect(await app.call(listRecordedPayouts, { token: member.token })).toMatchObject({ status: 403 });
    }
    expect(await cancel(id, owner, ' ')).toMatchObject({ status: 422 });
    expect(await cancel(newId())).toMatchObject({ status: 404, message: earningMessages.noPayout.message });
    const own = newId();
    const account = { stripe_account: 'acct_1', reference: `po_${own}`, provider: 'stripe' as const };
    await app.services.db
      .insertInto('payouts')
      .values({ id: own, host_id: host.id, amount: 900, currency: 'usd', status: 'paid', ...account })
      .execute();
    expect(await cancel(own)).toMatchObject({ status: 404 });
    expect(await readTotals()).toMatchObject([{ paidOut: 1000, owed: 0 }]);
  });

  it('is listed without a name, and can be cancelled, after the host has deleted the account', async () => {
    const id = await record();
    await app.services.db.deleteFrom('users').where('id', '=', host.id).execute();
    expect(await cancel(id)).toMatchObject({ body: { _id: id, name: null, status: 'canceled' } });
    const owed = await app.call(listOwedHosts, { token: owner.token, query: { limit: '100' } });
    expect(owed.ok && owed.body.find(({ hostId }) => hostId === host.id)).toMatchObject({ owed: 1000, name: null });
  });
});
