/** Paying to join a webinar: one price, one product; the answer says how far a payment has come. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';
import { dateTime, id, idParams, line } from './fields.ts';
import { pagedBeside, pagingQuery } from './paging.ts';
import { rawRoute, route } from './route.ts';
import { email } from './sign-in.ts';
import { WEBINAR_AMOUNT } from './webinar-price.ts';

export const paymentMessages = {
  completed: 'Payment completed. The link is open for you.',
  pending: 'Your payment is being processed.',
  declined: 'Your card was declined.',
  refunding: 'Your payment is being refunded.',
  refunded: 'Your payment was refunded.',
  amount: `Joining a webinar costs ${WEBINAR_AMOUNT} (smallest currency unit).`,
  productType: 'Only webinars can be paid for.',
  notWebinar: 'This post is not a webinar.',
  own: 'This is your own webinar.',
  begun: 'This webinar has already begun. You have not been charged.',
  alreadyPaid: 'You already joined this webinar.',
  token: 'Please enter your card again.',
  notFound: 'This payment is not there.',
  unavailable: 'Payments are not available right now. You have not been charged.',
  notCompleted: 'The payment was not completed. You have not been charged.',
  tooManyTries: 'Too many cards were declined. Please try again later.',
  sandboxOnly: 'Only the listed test cards work here. Never enter a real card.',
  expiry: 'Please enter a date in the future as MM/YY',
  cvc: 'Please enter 3 or 4 digits',
} as const;

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunding', 'refunded'] as const;
/** `pending`: not known yet, ask again; `refunding`: was completed, and the money is on its way back. */
export const paymentStatus = z.enum(paymentStatuses);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const payment = z.object({ _id: id, status: paymentStatus, amount: z.int(), currency: z.string() });
export type Payment = z.infer<typeof payment>;
z.globalRegistry.add(payment, { id: 'Payment' });

/** The viewer's payment as a post carries it. */
export const postPayment = z.object({ _id: id, status: paymentStatus });
export type PostPayment = z.infer<typeof postPayment>;

export const createPayment = route({
  method: 'POST',
  path: '/payment/create',
  summary: 'Pay to join a webinar; a decline is a 402 with the card message',
  access: 'confirmed',
  cost: 'heavy',
  body: z.object({
    /** From the provider's card form: a card number never comes here. */
    stripeToken: z
      .string(paymentMessages.token)
      .check(bounded(204, paymentMessages.token), z.regex(/^tok_\w{1,200}$/, paymentMessages.token)),
    email: email(),
    parent_id: id,
    amount: z.literal(WEBINAR_AMOUNT, paymentMessages.amount),
    productType: z.literal('webinar', paymentMessages.productType),
    description: z.optional(z.nullable(line({ max: 200 }))),
  }),
  answer: payment,
  idempotencyKey: true,
});

export const getPayment = route({
  method: 'GET',
  path: '/payment/:id',
  summary: 'How far an own payment has come; `reason` says why it failed',
  access: 'member',
  cost: 'read',
  params: idParams,
  answer: z.extend(payment, { parent_id: id, reason: z.nullable(z.string()) }),
});

/**
 * A payment as its payer finds it again. `title` is the webinar's, or how the payment was described once the webinar is
 * gone; `link` is open while the payment is completed and neither of the two members blocks the other.
 */
export const ownPayment = z.extend(payment, {
  createdAt: dateTime,
  parent_id: id,
  title: z.string(),
  startsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  link: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Whether it was made where no money moves. */
  sandbox: z.boolean(),
});
export type OwnPayment = z.infer<typeof ownPayment>;
z.globalRegistry.add(ownPayment, { id: 'OwnPayment' });

export const listPayments = route({
  method: 'GET',
  path: '/payments',
  summary: 'My payments, latest first, with the way into each webinar',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  answer: z.array(ownPayment),
  beside: pagedBeside,
});

export const getPaymentConfig = route({
  method: 'GET',
  path: '/payment/config',
  summary: 'Which card form to show; `sandbox` means that no money moves',
  access: 'member',
  cost: 'read',
  answer: z.object({ provider: z.enum(['stripe', 'sandbox']), publishableKey: z.nullable(z.string()) }),
});

export type SandboxOutcome = 'succeeds' | 'declined' | 'no_funds' | 'expired' | 'late';

/** The only numbers that the sandbox takes; the usual ones, and one whose answer has to be waited for. */
export const sandboxCards: readonly { number: string; outcome: SandboxOutcome; says: string }[] = [
  { number: '4242424242424242', outcome: 'succeeds', says: 'Payment succeeds' },
  { number: '4000000000000002', outcome: 'declined', says: 'Declined' },
  { number: '4000000000009995', outcome: 'no_funds', says: 'Declined: insufficient funds' },
  { number: '4000000000000069', outcome: 'expired', says: 'Declined: expired card' },
  { number: '4000000000007775', outcome: 'late', says: 'Stays pending for up to a minute, then succeeds' },
];

/** The digits of a card number as typed, without spaces and dashes. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Whether MM/YY, or MMYY as many type it, names this month or a later one. */
export function isFutureExpiry(typed: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/?\s*(\d\d)$/.exec(typed.trim());
  if (!match) return false;
  const [, month, year] = match;
  return (2_000 + Number(year)) * 12 + Number(month) >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

const sandboxNumber = z.string(paymentMessages.sandboxOnly).check(
  bounded(60, paymentMessages.sandboxOnly),
  z.refine((typed) => sandboxCards.some((card) => card.number === cardDigits(typed)), paymentMessages.sandboxOnly),
);

/** The sandbox's card form; also checked in the browser before it sends anything, so that a real card stays there. */
export const sandboxCardBody = z.object({
  number: sandboxNumber,
  exp: z.string(paymentMessages.expiry).check(
    bounded(20, paymentMessages.expiry),
    z.refine((typed) => isFutureExpiry(typed, new Date()), paymentMessages.expiry),
  ),
  cvc: z.string(paymentMessages.cvc).check(bounded(4, paymentMessages.cvc), z.regex(/^\d{3,4}$/, paymentMessages.cvc)),
});

export const createSandboxToken = route({
  method: 'POST',
  path: '/payment/sandboxToken',
  summary: 'Turn a test card into a token; only where no provider is configured',
  access: 'member',
  cost: 'write',
  body: sandboxCardBody,
  answer: z.object({ id: z.string() }),
});

/** A webinar for the reader's calendar: for its author and for those who paid. */
export const getCalendarFile = rawRoute({
  method: 'GET',
  path: '/post/:id/calendar.ics',
  summary: 'A webinar as a calendar file',
  access: 'member',
  cost: 'write',
  produces: 'text/calendar; charset=utf-8',
});
