/** Paying to join a webinar, at the price that its host has set. The answer has the status of the payment. */
import * as z from 'zod/mini';
import { email } from './account/sign-in.ts';
import { bounded } from './base/bounded.ts';
import { dateTime, id, idParams, line } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages, type Message } from './base/message.ts';
import { pagedBeside, pagingQuery } from './base/paging.ts';
import { rawRoute, route } from './base/route.ts';
import { paymentMessages } from './constants/payments.ts';

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

const { declined, noFunds, expired, token, unavailable, notCompleted, notConfirmed, lostSight } = paymentMessages;
/** Why payments fail. Of one that is lost sight of, nobody here knows whether it was charged. */
export const paymentFailures = {
  declined,
  noFunds,
  expired,
  token,
  unavailable,
  notCompleted,
  notConfirmed,
  lostSight,
} as const;
export type PaymentFailure = keyof typeof paymentFailures;

/**
 * `reason` is in English: ours, or in the words of the provider. `reasonKind` says which of ours it is, null for the
 * provider's.
 */
const failed = {
  reason: z.nullable(z.string()),
  reasonKind: z.nullable(z.enum(Object.keys(paymentFailures) as [PaymentFailure, ...PaymentFailure[]])),
};

const wrongAmount = issueText(paymentMessages.wholeAmount);
const wrongToken = issueText(paymentMessages.token);

/** What the payer has to do before a pending payment goes on: confirm it at their bank (3-D Secure). */
export const paymentAction = z.object({
  /** For the provider's script in the browser; null in the sandbox, which asks by itself. */
  clientSecret: z.nullable(z.string()),
  publishableKey: z.nullable(z.string()),
  /** The connected account that is charged; null for the community's own. */
  account: z.nullable(z.string()),
});
export type PaymentAction = z.infer<typeof paymentAction>;

const paymentProgress = z.extend(payment, { action: z.nullable(paymentAction) });
export type PaymentProgress = z.infer<typeof paymentProgress>;
z.globalRegistry.add(paymentProgress, { id: 'PaymentProgress' });

export const createPayment = route({
  method: 'POST',
  path: '/payment/create',
  summary: 'Pay to join a webinar; a decline is a 402 with the card message',
  access: 'confirmed',
  cost: 'heavy',
  body: z.object({
    /** From the provider's card form: a card number never comes here. */
    stripeToken: z.string(wrongToken).check(bounded(204, wrongToken), z.regex(/^tok_\w{1,200}$/, wrongToken)),
    email: email(),
    parent_id: id,
    /** The price that the payer has seen, which must still be the webinar's. */
    amount: z.int(wrongAmount).check(z.gte(1, wrongAmount)),
    productType: z.literal('webinar', issueText(paymentMessages.productType)),
    description: z.optional(z.nullable(line({ max: 200 }))),
  }),
  answer: paymentProgress,
  idempotencyKey: true,
});

export const resumePayment = route({
  method: 'POST',
  path: '/payment/:id/resume',
  summary: 'Bring an own payment up to date: how it ended, or what its payer has to do',
  access: 'member',
  cost: 'heavy',
  params: idParams,
  answer: paymentProgress,
});

export const cancelPayment = route({
  method: 'DELETE',
  path: '/payment/:id',
  summary: 'Cancel an own payment that waits for its payer; 409 when it does not',
  access: 'member',
  cost: 'heavy',
  params: idParams,
  answer: payment,
});

export const getPayment = route({
  method: 'GET',
  path: '/payment/:id',
  summary: 'The status of an own payment; `reason` says why it failed',
  access: 'member',
  cost: 'read',
  params: idParams,
  answer: z.extend(payment, { parent_id: id, ...failed }),
});

/**
 * A payment as its payer finds it again. `title` is the webinar's, or how the payment was described once the webinar is
 * gone; `link` leads to the join page while the payment is completed and neither of the two members blocks the other.
 */
export const ownPayment = z.extend(payment, {
  createdAt: dateTime,
  parent_id: id,
  title: z.string(),
  startsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  link: z.nullable(z.string()),
  ...failed,
  /** Whether it was made where no money moves. */
  sandbox: z.boolean(),
  /** The numbers of its receipt, and of the credit note for its refund. */
  receipt: z.nullable(z.string()),
  creditNote: z.nullable(z.string()),
  /** Whether it cannot be refunded from here, because the account of the host that was paid is closed. */
  refundBlocked: z.boolean(),
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
  summary: 'Which card form to show, for a webinar if one is named; `sandbox` means that no money moves',
  access: 'member',
  cost: 'read',
  query: z.object({ postId: z.optional(id) }),
  answer: z.object({
    provider: z.enum(['stripe', 'sandbox']),
    publishableKey: z.nullable(z.string()),
    /** The connected account of the host, where hosts are the sellers; null for the community's own. */
    account: z.nullable(z.string()),
  }),
});

export type SandboxOutcome = 'succeeds' | 'declined' | 'no_funds' | 'expired' | 'late' | 'secure' | 'disputed';

/** The only numbers that the sandbox takes: the usual ones, and one whose payment stays pending for a while. */
const sandboxMessages = defineMessages('payments.sandbox', {
  succeeds: 'Payment succeeds',
  declined: 'Declined',
  noFunds: 'Declined: insufficient funds',
  expired: 'Declined: expired card',
  late: 'Stays pending for up to a minute, then succeeds',
  secure: 'Asks you to confirm (3-D Secure)',
  disputed: 'Succeeds, then is disputed',
});

export const sandboxCards: readonly { number: string; outcome: SandboxOutcome; says: Message }[] = [
  { number: '4242424242424242', outcome: 'succeeds', says: sandboxMessages.succeeds },
  { number: '4000000000000002', outcome: 'declined', says: sandboxMessages.declined },
  { number: '4000000000009995', outcome: 'no_funds', says: sandboxMessages.noFunds },
  { number: '4000000000000069', outcome: 'expired', says: sandboxMessages.expired },
  { number: '4000000000007775', outcome: 'late', says: sandboxMessages.late },
  { number: '4000002500003155', outcome: 'secure', says: sandboxMessages.secure },
  { number: '4000000000000259', outcome: 'disputed', says: sandboxMessages.disputed },
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

const sandboxOnly = issueText(paymentMessages.sandboxOnly);
const wrongExpiry = issueText(paymentMessages.expiry);
const wrongCvc = issueText(paymentMessages.cvc);

const sandboxNumber = z.string(sandboxOnly).check(
  bounded(60, sandboxOnly),
  z.refine((typed) => sandboxCards.some((card) => card.number === cardDigits(typed)), sandboxOnly),
);

/** The sandbox's card form. The browser checks it, too, before it sends anything, so that a real card stays there. */
export const sandboxCardBody = z.object({
  number: sandboxNumber,
  exp: z.string(wrongExpiry).check(
    bounded(20, wrongExpiry),
    z.refine((typed) => isFutureExpiry(typed, new Date()), wrongExpiry),
  ),
  cvc: z.string(wrongCvc).check(bounded(4, wrongCvc), z.regex(/^\d{3,4}$/, wrongCvc)),
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

export const answerSandboxChallenge = route({
  method: 'POST',
  path: '/payment/:id/sandboxChallenge',
  summary: 'Confirm or decline an own payment as at a bank; only where no provider is configured',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({ confirmed: z.boolean(issueText(paymentMessages.confirmed)) }),
  answer: payment,
});

/** A webinar as a file for a calendar: for its author and for members who have paid. */
export const getCalendarFile = rawRoute({
  method: 'GET',
  path: '/post/:id/calendar.ics',
  summary: 'A webinar as a calendar file',
  access: 'member',
  cost: 'write',
  produces: 'text/calendar; charset=utf-8',
});
