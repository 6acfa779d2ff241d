/** What becomes of the seats and payments of webinars that staff remove or hide. */
import { reportPost } from '@afterhours/contract/moderation/moderation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { deletePost, type Post } from '@afterhours/contract/posts/posts';
import { takeSeat } from '@afterhours/contract/webinars/webinars';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { refundHidden, refundUnhidden } from '#features/payments/refunds.ts';
import { listKinds } from '#testing/calls/notifications.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inHours } from '#testing/times.ts';
import { notifyOfDeletions } from './deleted.ts';
import { lockRemoved } from './removed-queries.ts';

let app: TestApp;
let owner: TestMember;
let host: TestMember;
let payer: TestMember;
let reporter: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [host, payer, reporter] = await buildMembers(app, 3);
});
afterAll(() => app.close());

const reasons = { rule: 'No fraud', statement: 'It is fraud.' };
const build = async (fields: object = {}) => {
  const webinar = await buildWebinar(app, host, { startsAt: inHours(100), ...fields });
  if (webinar.webinar?.price !== 0) await succeed(buyFor(webinar));
  return webinar;
};
const buyFor = async ({ _id }: Post) => pay(app, payer, _id, await buildSandboxToken(app, payer));
const statusOf = async ({ _id }: Post) => (await findOnlyPayment(app, _id)).status;
const begin = ({ _id }: Post) =>
  sql`UPDATE posts SET starts_at = now() WHERE id = ${_id}::uuid`.execute(app.services.db);

async function decide({ _id }: Post, action: 'hide' | 'remove' | 'ban'): Promise<string> {
  await succeed(app.call(reportPost, { token: reporter.token, body: { post_id: _id } }));
  const { body: listed } = await succeed(app.call(cases.listCases, { token: owner.token, query: { limit: '100' } }));
  const id = listed.find(({ subject }) => subject._id === _id)?._id ?? '';
  const body = { action, ...reasons };
  return (await succeed(app.call(cases.decideCase, { token: owner.token, params: { id }, body }))).body._id;
}
const kindsOf = async (member: TestMember) => {
  await notifyOfDeletions(app.services);
  return (await listKinds(app, member)).filter((kind) => kind.endsWith('WebinarDeleted') || kind === 'webinarDeleted');
};
/** Resolves once the decision's jobs have run. */
const settled = async () => {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM jobs.job
        WHERE name IN ('webinars.removed', 'payments.refund-post', 'payments.refund') AND state < 'completed'`.execute(
        app.services.db,
      );
      return rows[0]?.n;
    })
    .toBe(0);
};

const removeAll = () => {
  const body = { posted: 'all', cases: false, action: 'remove', ...reasons } as const;
  return succeed(app.call(startSweep, { token: owner.token, params: { id: host.id }, body }));
};
const countCancellations = async () => {
  await notifyOfDeletions(app.services);
  return app.mail.sentTo(payer, /^Cancelled/).length;
};

describe('The removal of a webinar by staff', () => {
  it('refunds its payments and notifies its members, once', async () => {
    const webinar = await build();
    await decide(webinar, 'remove');
    await expect.poll(() => statusOf(webinar)).toBe('refunded');
    expect(await kindsOf(payer)).toEqual(['paidWebinarDeleted']);
    expect(await kindsOf(payer)).toEqual(['paidWebinarDeleted']);
    const mail = () => app.mail.sentTo(payer, /^Cancelled/)[0];
    await expect.poll(mail).toMatchObject({ subject: 'Cancelled: a webinar', calendar: { method: 'cancel' } });
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('notifies members with a free seat', async () => {
    const webinar = await build({ price: 0 });
    await succeed(app.call(takeSeat, { token: payer.token, params: { id: webinar._id } }));
    await decide(webinar, 'remove');
    await settled();
    expect(await kindsOf(payer)).toEqual(['webinarDeleted']);
  });

  it('notifies the open pages of members with a free seat', async () => {
    const { _id: id } = await build({ price: 0 });
    await succeed(app.call(takeSeat, { token: payer.token, params: { id } }));
    const received = await openTabFor('seats', await listen(app), payer);
    await succeed(app.call(deletePost, { token: host.token, params: { id } }));
    await notifyOfDeletions(app.services);
    await expect.poll(() => received).toEqual([{ post_id: id }]);
  });

  it('notifies its members in the same way if its host is banned', async () => {
    const [paid, free] = [await build(), await build({ price: 0 })];
    await succeed(app.call(takeSeat, { token: reporter.token, params: { id: free._id } }));
    await decide(paid, 'ban');
    await settled();
    expect([await kindsOf(payer), await kindsOf(reporter)]).toEqual([['paidWebinarDeleted'], ['webinarDeleted']]);
    expect(await statusOf(paid)).toBe('refunded');
  });

  it.each([
    ['staff remove it again', () => removeAll()],
    ['its host deletes it', ({ _id }: Post) => app.call(deletePost, { token: host.token, params: { id: _id } })],
  ])('notifies members again if, after its reversal, %s', async (_name, end) => {
    const webinar = await build({ price: 0 });
    await succeed(app.call(takeSeat, { token: payer.token, params: { id: webinar._id } }));
    const id = await decide(webinar, 'remove');
    const body = { statement: 'We were wrong.' };
    await expect.poll(countCancellations).toBe(1);
    await succeed(app.call(cases.reverseDecision, { token: owner.token, params: { id }, body }));
    await end(webinar);
    await expect.poll(countCancellations).toBe(2);
  });

  it('notifies members with a free seat in a webinar that is hidden when its host is banned', async () => {
    const [hidden, other] = [await build({ price: 0 }), await build({ price: 0 })];
    for (const { _id: id } of [hidden, other])
      await succeed(app.call(takeSeat, { token: payer.token, params: { id } }));
    await decide(hidden, 'hide');
    await decide(other, 'ban');
    await settled();
    expect(await kindsOf(payer)).toEqual(['webinarDeleted', 'webinarDeleted']);
  });

  it('ends no webinar whose removal is reversed but that is not shown again yet', async () => {
    const [webinar, other] = [await build({ price: 0 }), await build({ price: 0 })];
    const id = await decide(other, 'remove');
    const body = { statement: 'We were wrong.' };
    await succeed(app.call(cases.reverseDecision, { token: owner.token, params: { id }, body }));
    const { db } = app.services;
    await db.updateTable('posts').set({ hidden_by: id }).where('id', '=', webinar._id).execute();
    expect(await lockRemoved(db, webinar._id)).toBe(false);
  });

  it('refunds nothing once the webinar has begun', async () => {
    const webinar = await build();
    await begin(webinar);
    await decide(webinar, 'remove');
    await settled();
    await refundHidden(app.services);
    expect(await findOnlyPayment(app, webinar._id)).toMatchObject({ status: 'completed', refund_requested_at: null });
    expect(await kindsOf(payer)).toEqual([]);
  });

  it('does the same together with everything else that its host has posted', async () => {
    const webinar = await build();
    await removeAll();
    await expect.poll(() => statusOf(webinar)).toBe('refunded');
    expect(await kindsOf(payer)).toEqual(['paidWebinarDeleted']);
  });
});

describe('Hiding a webinar', () => {
  it('refunds its payments only if it is still hidden when it begins', async () => {
    const [hidden, restored] = [await build(), await build()];
    await decide(hidden, 'hide');
    const id = await decide(restored, 'hide');
    const body = { statement: 'We were wrong.' };
    await succeed(app.call(cases.reverseDecision, { token: owner.token, params: { id }, body }));
    await refundHidden(app.services);
    expect([await statusOf(hidden), await statusOf(restored)]).toEqual(['completed', 'completed']);
    for (const webinar of [hidden, restored]) await begin(webinar);
    await Promise.all([refundHidden(app.services), refundHidden(app.services)]);
    await expect.poll(() => statusOf(hidden)).toBe('refunded');
    expect(await statusOf(restored)).toBe('completed');
    expect(await listWrongCounts(app.services.db)).toEqual([]);
  });

  it('refunds its payments after thirty days if it has no start', async () => {
    const webinar = await build();
    const { db } = app.services;
    await db.updateTable('posts').set({ starts_at: null }).where('id', '=', webinar._id).execute();
    const decidedDaysAgo = async (days: number) => {
      const id = newId();
      await sql`
        INSERT INTO decisions (id, case_id, subject_kind, subject_id, member_id, decided_by, action, created_at)
        SELECT ${id}::uuid, case_id, subject_kind, subject_id, member_id, decided_by, action,
          now() - make_interval(days => ${days}) FROM decisions WHERE subject_id = ${webinar._id}::uuid LIMIT 1
        `.execute(db);
      await db.updateTable('posts').set({ hidden_by: id }).where('id', '=', webinar._id).execute();
      await refundHidden(app.services);
    };
    await decide(webinar, 'hide');
    await decidedDaysAgo(29);
    expect(await findOnlyPayment(app, webinar._id)).toMatchObject({ refund_requested_at: null });
    await decidedDaysAgo(31);
    await expect.poll(() => statusOf(webinar)).toBe('refunded');
  });

  it('refunds its payments if it begins while the transaction that shows it again waits', async () => {
    const webinar = await build();
    await decide(webinar, 'hide');
    const { db } = app.services;
    await inTransaction(app.services, async (tx) => {
      // The start is after the beginning of this transaction, but over when the payments are marked.
      const { rows } = await sql<{ at: Date }>`SELECT now() + interval '1 ms' AS at`.execute(tx.db);
      await db.updateTable('posts').set({ starts_at: rows[0]?.at }).where('id', '=', webinar._id).execute();
      await expect.poll(() => Date.now()).toBeGreaterThan(Number(rows[0]?.at));
      await refundUnhidden(app.services, tx.db, [webinar._id]);
    });
    await expect.poll(() => statusOf(webinar)).toBe('refunded');
  });

  it('refunds its payments if it has begun while hidden, even if the decision is reversed at once', async () => {
    const webinar = await build();
    const id = await decide(webinar, 'hide');
    await begin(webinar);
    const body = { statement: 'We were wrong.' };
    await succeed(app.call(cases.reverseDecision, { token: owner.token, params: { id }, body }));
    await expect.poll(() => statusOf(webinar)).toBe('refunded');
  });
});
