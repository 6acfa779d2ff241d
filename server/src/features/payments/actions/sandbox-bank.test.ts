import { paymentMessages } from '@afterhours/contract/constants/payments';
import { answerSandboxChallenge, cancelPayment, resumePayment } from '@afterhours/contract/payments/payments';
import type { Post } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxNotes } from '#platform/payments/sandbox-notes.ts';
import { createSandboxPayments } from '#platform/payments/sandbox-payments.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, findOnlyPayment, pay } from '#testing/rows/payments.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { checkPayment } from '../settlement.ts';

const SECURE = '4000 0025 0000 3155';
const DISPUTED = '4000 0000 0000 0259';
let app: TestApp;
let host: TestMember;
let guest: TestMember;
let webinar: Post;

beforeAll(async () => {
  app = await buildTestApp();
  host = await buildMember(app);
});
beforeEach(async () => {
  guest = await buildMember(app);
  webinar = await buildWebinar(app, host);
});
afterAll(() => app.close());

const loadPayment = () => findOnlyPayment(app, webinar._id);
const order = async (number: string) => pay(app, guest, webinar._id, await buildSandboxToken(app, guest, number));
const answer = async (confirmed: unknown, member = guest) =>
  app.call(answerSandboxChallenge, {
    token: member.token,
    params: { id: (await loadPayment()).id },
    body: { confirmed },
  });

describe('The sandbox’s bank', () => {
  it('asks the payer to confirm, and then completes the payment', async () => {
    expect(await order(SECURE)).toMatchObject({
      body: { status: 'pending', action: { clientSecret: null, publishableKey: null, account: null } },
    });
    expect(await answer(true)).toMatchObject({ body: { status: 'completed' } });
    expect(await answer(false)).toMatchObject({ body: { status: 'completed' } });
  });

  it('charges nothing when the payer declines, whatever they answer later', async () => {
    await order(SECURE);
    const declined = { message: paymentMessages.notConfirmed.message, body: { status: 'failed' } };
    expect(await answer(false)).toMatchObject(declined);
    expect(await answer(true)).toMatchObject(declined);
    const params = { id: (await loadPayment()).id };
    expect(await app.call(resumePayment, { token: guest.token, params })).toMatchObject({ body: { action: null } });
  });

  it('charges nothing when the payer cancels', async () => {
    await order(SECURE);
    const params = { id: (await loadPayment()).id };
    expect(await app.call(cancelPayment, { token: guest.token, params })).toMatchObject({
      message: paymentMessages.cancelled.message,
      body: { status: 'failed' },
    });
    expect(await answer(true)).toMatchObject({ body: { status: 'failed' } });
  });

  it('rejects answers of other members, and invalid ones', async () => {
    await order(SECURE);
    expect(await answer(true, host)).toMatchObject({ status: 404 });
    expect(await answer('yes')).toMatchObject({ status: 422 });
    expect(await loadPayment()).toMatchObject({ status: 'pending' });
  });

  it('disputes a payment a moment later, and the seat stays until the dispute is lost', async () => {
    expect(await order(DISPUTED)).toMatchObject({ body: { status: 'completed' } });
    const { id } = await loadPayment();
    const notes = createSandboxNotes(app.services.db);
    const later = { ...app.services, payments: createSandboxPayments(() => Date.now() + 60_000, notes) };
    const check = () => checkPayment(later, id);
    await check();
    expect(await loadPayment()).toMatchObject({ status: 'completed', dispute: 'open' });
    await notes.note({ payment_id: id, challenge: null, dispute: 'lost' });
    await check();
    expect(await loadPayment()).toMatchObject({ status: 'refunded', dispute: 'lost' });
    const seats = await app.services.db.selectFrom('seats').select('state').where('payment_id', '=', id).execute();
    expect(seats).toEqual([{ state: 'refunded' }]);
  });
});
