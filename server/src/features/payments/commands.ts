import type { RouteCall } from '@afterhours/contract/base/route';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { totalOf } from '@afterhours/contract/constants/webinar-tax';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import type { createPayment as createPaymentRoute } from '@afterhours/contract/payments/payments';
import { seatMessages } from '@afterhours/contract/webinars/webinars';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem } from '#http/errors/errors.ts';
import type { ChargeOutcome } from '#platform/payments/payments.ts';
import type { Services } from '#services.ts';
import { asWritten } from '#texts/english.ts';
import { requireSale } from './accounts/account-queries.ts';
import { checkPaymentJob, paymentMailJob, refundPaymentJob, refundPostJob, settlePaymentJob } from './jobs.ts';
import { applyOutcome } from './outcomes/apply-outcome.ts';
import { insertPayment, type PaymentRow, selectLivePayment, takeWaiting } from './queries.ts';
import { sendPaymentMail } from './receipts/mails.ts';
import { refundPost } from './refunds.ts';
import { holdSeat, requireJoinable } from './seats/seat-commands.ts';
import { lockSeating, type Seating, setSeatPayment } from './seats/seat-queries.ts';
import {
  advancePayment,
  checkPayment,
  type Progress,
  progressOf,
  refundPayment,
  settlePayment,
  toCharge,
} from './settlement.ts';
import { registerTroubles } from './troubles.ts';

type Order = RouteCall<typeof createPaymentRoute>['body'];

/** After this time, the call or its process has ended. */
const SETTLE_AFTER_SECONDS = 45;
const OVERDUE_SECONDS = 120;
const SETTLED_AT_ONCE = 100;

/**
 * Returns a webinar's price and the tax added to it. Throws 422 when the order's amount differs or the webinar is free.
 */
function requirePrice({ price, added_tax, currency }: Seating, order: Order) {
  if (price === 0) throw fieldProblem('parent_id', seatMessages.freeWebinar);
  const addedTax = added_tax === null ? null : Number(added_tax);
  const amount = totalOf({ price, addedTax });
  if (order.amount !== amount)
    throw fieldProblem('amount', paymentMessages.amount, { price: formatPrice({ amount, currency }) });
  return { amount, net: addedTax === null ? null : price, tax_percent: addedTax };
}

/** Returns the live payment that an order repeats. Throws 409 when the seat is already paid with another token. */
function repeatOf(live: PaymentRow, order: Order): { payment: PaymentRow; fresh: boolean } {
  if (live.status === 'completed' && live.token !== order.stripeToken)
    throw new AppError(409, paymentMessages.alreadyPaid);
  return { payment: live, fresh: false };
}

/**
 * Stores a member's intent to pay and holds a seat, before the provider is called. `fresh` is false when there is
 * already a live payment: a pending one, or a completed one with the same token. Throws 404, 422, 403 and 409 as
 * specified.
 */
export function createIntent(
  services: Services,
  userId: string,
  order: Order,
): Promise<{ payment: PaymentRow; fresh: boolean }> {
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const webinar = await requireJoinable(db, userId, order.parent_id, 'parent_id');
    const seating = await lockSeating(db, webinar.id);
    const live = await selectLivePayment(db, webinar.id, userId);
    if (live) return repeatOf(live, order);
    const price = requirePrice(seating, order);
    if (webinar.begun) throw new AppError(409, paymentMessages.begun);
    const sale = await requireSale(services, db, webinar.user_id, price.amount);
    const seat = await holdSeat(tx, seating, userId);
    if (seat.state !== 'held') throw new AppError(409, paymentMessages.alreadyPaid);
    const payment = await insertPayment(db, {
      id: newId(),
      user_id: userId,
      post_id: webinar.id,
      host_id: webinar.user_id,
      provider: services.payments.provider,
      token: order.stripeToken,
      email: order.email,
      description: order.description || `Webinar: ${webinar.title ?? ''}`,
      ...price,
      currency: seating.currency,
      ...sale,
    });
    // A server of the previous version has stored an intent in the meantime. Nothing is charged here, and a retry
    // returns it.
    if (!payment) throw new AppError(409, paymentMessages.pending, { retryAfter: 1 });
    await setSeatPayment(db, seat.id, { paymentId: payment.id, state: 'held' });
    const { id: paymentId } = payment;
    await services.jobs.enqueue(db, settlePaymentJob, { paymentId }, { delaySeconds: SETTLE_AFTER_SECONDS });
    return { payment, fresh: true };
  });
}

/** Calls the provider. If the call throws, it is unknown whether the card was charged, so the payment stays pending. */
async function charge({ payments, log }: Services, payment: PaymentRow): Promise<ChargeOutcome> {
  try {
    const outcome = await payments.charge(toCharge(payment));
    if (outcome.status === 'unavailable')
      log.error({ paymentId: payment.id, detail: outcome.detail }, 'the payment provider refuses our calls');
    return outcome;
  } catch (error) {
    log.error({ err: error, paymentId: payment.id }, 'a charge ended without an outcome');
    return { status: 'pending', reference: null };
  }
}

/**
 * Charges a member for a webinar, once. Throws 402 with the card's message when it is declined; a pending payment is
 * settled later. The secret to confirm a payment is not stored: a repeated order asks the provider for it again.
 */
export async function createPayment(services: Services, userId: string, order: Order): Promise<Progress> {
  const { payment, fresh } = await createIntent(services, userId, order);
  if (!fresh) {
    const progress = payment.requires_action ? await advancePayment(services, payment.id) : undefined;
    return progress ?? { payment, action: null };
  }
  const outcome = await charge(services, payment);
  const settled = (await applyOutcome(services, payment.id, outcome)) ?? payment;
  if (settled.status !== 'failed') return progressOf(settled, outcome);
  if (outcome.status === 'unavailable') throw new AppError(503, paymentMessages.unavailable, { retryAfter: 60 });
  throw new AppError(402, settled.reason === null ? paymentMessages.declined : asWritten(settled.reason));
}

/**
 * Tries to settle overdue payments once; the next run continues. Refunds have a list of their own, because they may
 * wait for a host's balance for weeks.
 */
export async function settleOverdue(
  services: Services,
  seconds = OVERDUE_SECONDS,
  limit = SETTLED_AT_ONCE,
): Promise<void> {
  const settle = async (what: 'settlement' | 'refund', attempt: typeof settlePayment | typeof refundPayment) => {
    for (const id of await takeWaiting(services.db, what, { seconds, limit }))
      await attempt(services, id).catch((error: unknown) => {
        services.log.error({ err: error, paymentId: id }, 'a payment is overdue');
      });
  };
  await settle('settlement', settlePayment);
  await settle('refund', refundPayment);
}

/** Asks the provider about all open disputes, each in its turn. */
async function checkAllDisputes(services: Services): Promise<void> {
  for (const id of await takeWaiting(services.db, 'dispute', { seconds: 0, limit: SETTLED_AT_ONCE }))
    await checkPayment(services, id).catch((error: unknown) => {
      services.log.error({ err: error, paymentId: id }, 'a dispute could not be checked');
    });
}

export function registerPaymentJobs(services: Services): void {
  registerTroubles(services);
  services.jobs.schedule({ name: 'payments.disputes', cron: '17 * * * *' }, () => checkAllDisputes(services));
  services.jobs.work(settlePaymentJob, async ({ paymentId }) => {
    const payment = await settlePayment(services, paymentId);
    if (payment?.status === 'pending') throw new Error(`Payment ${paymentId} is still pending.`);
  });
  services.jobs.work(refundPaymentJob, ({ paymentId }) => refundPayment(services, paymentId));
  services.jobs.work(checkPaymentJob, ({ paymentId }) => checkPayment(services, paymentId));
  services.jobs.work(paymentMailJob, (job) => sendPaymentMail(services, job));
  services.jobs.work(refundPostJob, ({ postId }) => refundPost(services, postId));
}
