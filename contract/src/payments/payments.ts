/** Payments for webinars, at the price that the host has set. Responses contain the payment's status. */
import * as z from 'zod/mini';
import { email } from '../account/sign-in.ts';
import { bounded } from '../base/bounded.ts';
import { dateTime, id, idParams, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { rawRoute, route } from '../base/route.ts';
import { paymentMessages } from '../constants/payments.ts';

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunding', 'refunded'] as const;
/** `pending`: not known yet, ask again; `refunding`: was completed, and the refund is on its way. */
export const paymentStatus = z.enum(paymentStatuses);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const payment = z.object({ _id: id, status: paymentStatus, amount: z.int(), currency: z.string() });
export type Payment = z.infer<typeof payment>;
z.globalRegistry.add(payment, { id: 'Payment' });

/** The viewer's payment as part of a post. */
export const postPayment = z.object({ _id: id, status: paymentStatus });

const { declined, noFunds, expired, token, unavailable, notCompleted, notConfirmed, lostSight } = paymentMessages;
/** Why payments fail. For `lostSight`, nobody here knows whether the payer was charged. */
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
 * `reason` is in English: our own text, or the provider's. `reasonKind` identifies our own; null for the provider's.
 */
const failed = {
  reason: z.nullable(z.string()),
  reasonKind: z.nullable(z.enum(Object.keys(paymentFailures) as [PaymentFailure, ...PaymentFailure[]])),
};

const wrongAmount = issueText(paymentMessages.wholeAmount);
const wrongToken = issueText(paymentMessages.token);

/** What the payer has to do before a pending payment can continue: confirm it at their bank (3-D Secure). */
export const paymentAction = z.object({
  /** For the provider's script in the browser; null in the sandbox, which has a form of its own. */
  clientSecret: z.nullable(z.string()),
  publishableKey: z.nullable(z.string()),
  /** The connected account that is charged; null for the community's. */
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
    /** A token from the provider's card form: card numbers never reach this server. */
    stripeToken: z.string(wrongToken).check(bounded(204, wrongToken), z.regex(/^tok_\w{1,200}$/, wrongToken)),
    email: email(),
    parent_id: id,
    /** The price that the payer saw; it has to be the webinar's current one. */
    amount: z.int(wrongAmount).check(z.gte(1, wrongAmount)),
    productType: z.literal('webinar', issueText(paymentMessages.productType)),
    description: z.optional(z.nullable(line({ max: 200 }))),
  }),
  response: paymentProgress,
  idempotencyKey: true,
});

export const resumePayment = route({
  method: 'POST',
  path: '/payment/:id/resume',
  summary: 'Update one of my payments: its result, or what I have to do',
  access: 'member',
  cost: 'heavy',
  params: idParams,
  response: paymentProgress,
});

export const cancelPayment = route({
  method: 'DELETE',
  path: '/payment/:id',
  summary: 'Cancel one of my payments that is waiting for me; 409 if it is not',
  access: 'member',
  cost: 'heavy',
  params: idParams,
  response: payment,
});

export const getPayment = route({
  method: 'GET',
  path: '/payment/:id',
  summary: 'The status of one of my payments; `reason` says why it failed',
  access: 'member',
  cost: 'read',
  params: idParams,
  response: z.extend(payment, { parent_id: id, ...failed }),
});

/**
 * A payment in its payer's list. `title` is the webinar's, or once the webinar is gone the payment's description;
 * `link` leads to the join page as long as the payment is completed and there is no block between payer and host.
 */
export const ownPayment = z.extend(payment, {
  createdAt: dateTime,
  parent_id: id,
  title: z.string(),
  startsAt: z.nullable(dateTime),
  timeZone: z.nullable(z.string()),
  link: z.nullable(z.string()),
  ...failed,
  /** True if it was made in the sandbox, where no money moves. */
  sandbox: z.boolean(),
  /** The numbers of its receipt, and of the credit note for its refund. */
  receipt: z.nullable(z.string()),
  creditNote: z.nullable(z.string()),
  /** True if a refund is impossible from here, because the host's account that was paid is closed. */
  refundBlocked: z.boolean(),
  /** True if the payer's bank has returned the refund, which has to be paid in another way. */
  refundReturned: z.boolean(),
});
export type OwnPayment = z.infer<typeof ownPayment>;
z.globalRegistry.add(ownPayment, { id: 'OwnPayment' });

export const listPayments = route({
  method: 'GET',
  path: '/payments',
  summary: 'My payments, latest first, with the link to each webinar',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(ownPayment),
  beside: pagedBeside,
});

export const getPaymentConfig = route({
  method: 'GET',
  path: '/payment/config',
  summary:
    'Which card form to show, and the tax in the price, for a given webinar; `sandbox` means that no money moves',
  access: 'member',
  cost: 'read',
  query: z.object({ postId: z.optional(id) }),
  response: z.object({
    provider: z.enum(['stripe', 'sandbox']),
    publishableKey: z.nullable(z.string()),
    /** The host's connected account where hosts are the sellers; null for the community's. */
    account: z.nullable(z.string()),
    /** The tax that the webinar's price includes at the seller's rate, in percent; null if none, or if it is added. */
    includedTax: z.nullable(z.number()),
  }),
});

export type SandboxOutcome = 'succeeds' | 'declined' | 'no_funds' | 'expired' | 'late' | 'secure' | 'disputed';

/**
 * The outcomes of the only card numbers that the sandbox accepts: the usual ones, and one that stays pending for a
 * while.
 */
const sandboxMessages = defineMessages('payments.sandbox', {
  succeeds: 'Payment succeeds',
  declined: 'Declined',
  noFunds: 'Declined: insufficient funds',
  expired: 'Declined: expired card',
  late: 'Stays pending for up to a minute, then succeeds',
  secure: 'Asks you to confirm (3-D Secure)',
  disputed: 'Succeeds, then is disputed',
});

export const sandboxCards: readonly { number: string; outcome: SandboxOutcome; says: MessageDescriptor }[] = [
  { number: '4242424242424242', outcome: 'succeeds', says: sandboxMessages.succeeds },
  { number: '4000000000000002', outcome: 'declined', says: sandboxMessages.declined },
  { number: '4000000000009995', outcome: 'no_funds', says: sandboxMessages.noFunds },
  { number: '4000000000000069', outcome: 'expired', says: sandboxMessages.expired },
  { number: '4000000000007775', outcome: 'late', says: sandboxMessages.late },
  { number: '4000002500003155', outcome: 'secure', says: sandboxMessages.secure },
  { number: '4000000000000259', outcome: 'disputed', says: sandboxMessages.disputed },
];

/** Returns the digits of a typed card number, without spaces and dashes. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Whether MM/YY, or MMYY as many people type it, is this month or a later one. */
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

/**
 * The sandbox's card form. The browser validates it before sending anything, so that a real card number never leaves
 * it.
 */
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
  summary: 'Turn a test card into a token; only if no provider is configured',
  access: 'member',
  cost: 'write',
  body: sandboxCardBody,
  response: z.object({ id: z.string() }),
});

export const answerSandboxChallenge = route({
  method: 'POST',
  path: '/payment/:id/sandboxChallenge',
  summary: 'Confirm or decline one of my payments as at a bank; only if no provider is configured',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({ confirmed: z.boolean(issueText(paymentMessages.confirmed)) }),
  response: payment,
});

/** A webinar as a calendar file, for its author and for members with a seat. */
export const getCalendarFile = rawRoute({
  method: 'GET',
  path: '/post/:id/calendar.ics',
  summary: 'A webinar as a calendar file',
  access: 'member',
  cost: 'write',
  produces: 'text/calendar; charset=utf-8',
});
