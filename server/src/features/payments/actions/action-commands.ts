/** What payers do with a payment that waits for them: confirm it at their bank, or cancel it. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { AppError, notFound } from '#http/errors/errors.ts';
import { createSandboxNotes } from '#platform/payments/sandbox-notes.ts';
import type { Services } from '#services.ts';
import { applyOutcome } from '../outcomes/apply-outcome.ts';
import { type PaymentRow, selectPayment } from '../queries.ts';
import { advancePayment, providerOf, settlePayment, toCharge } from '../settlement.ts';

/** Returns a payment of this member. Throws 404 for other payments. */
async function requireOwnPayment({ db }: Services, userId: string, id: string): Promise<PaymentRow> {
  const payment = await selectPayment(db, id);
  if (payment?.user_id !== userId) throw notFound(paymentMessages.notFound);
  return payment;
}

/** Brings a member's payment up to date. Returns it with the action that it waits for. */
export async function resumePayment(services: Services, userId: string, id: string) {
  const payment = await requireOwnPayment(services, userId, id);
  return (await advancePayment(services, id)) ?? { payment, action: null };
}

/**
 * Cancels a payment that its payer was asked to confirm. A payment that has succeeded in the meantime stays paid and is
 * returned as such. Throws 409 for a payment that does not wait for its payer.
 */
export async function cancelPayment(services: Services, userId: string, id: string): Promise<PaymentRow> {
  const payment = await requireOwnPayment(services, userId, id);
  if (payment.status === 'failed') return payment;
  const { reference } = payment;
  if (payment.status !== 'pending' || !payment.requires_action || reference === null)
    throw new AppError(409, paymentMessages.notCancellable);
  const outcome = await providerOf(services, payment).cancel(toCharge(payment), reference);
  const known = outcome.status !== 'blocked';
  const ended = (known && (await applyOutcome(services, id, outcome))) || payment;
  if (ended.status === 'pending') throw new AppError(409, paymentMessages.pending, { retryAfter: 2 });
  return ended;
}

/** Stores the payer's answer for the sandbox, which stands in for their bank, and settles the payment accordingly. */
export async function answerChallenge(
  services: Services,
  userId: string,
  { id, confirmed }: { id: string; confirmed: boolean },
): Promise<PaymentRow> {
  const payment = await requireOwnPayment(services, userId, id);
  if (payment.provider !== 'sandbox') throw notFound();
  if (payment.status === 'pending' && payment.requires_action)
    await createSandboxNotes(services.db).note({
      payment_id: id,
      challenge: confirmed ? 'confirmed' : 'declined',
      dispute: null,
    });
  return (await settlePayment(services, id)) ?? payment;
}
