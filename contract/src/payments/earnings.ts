/** A host's earnings: payments for webinars, payouts, and the host's own account at the provider. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingQuery } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { sellingModes } from '../community/community-money.ts';
import { priceCurrencies, webinarMessages } from '../webinars/webinars.ts';
import { cancelPayoutBody } from './cancel-payout.ts';
import { payment, paymentStatus } from './payments.ts';

export const earningMessages = defineMessages('earnings', {
  noAccount: 'Hosts are paid to their own account here. Set one up under Earnings first, or make the webinar free.',
  noTax: 'Set your tax rate first, under Settings → Payments, or choose that the price includes the tax.',
  noCommunityTax: 'The seller has not set a tax rate. Please choose that the price includes the tax.',
  cannotSell: 'The host of this webinar cannot take payments at the moment. You have not been charged.',
  nothingOwed: 'There is nothing to pay out in this currency.',
  lessOwed: 'Less is now owed to this host. Please check the list again.',
  changedMeanwhile: 'A transfer to this host was recorded or cancelled meanwhile. Please check the list again.',
  paidOut: 'Payout recorded.',
  recorded: 'Transfer recorded.',
  canceled: 'Record cancelled. The amount is owed to the host again.',
  alreadyCanceled: 'This record has already been cancelled.',
  noPayout: 'There is no record of this transfer.',
  hostsSell: 'Hosts sell directly here: set up your account.',
  communitySells: 'The community sells here and pays you. You don’t need an account.',
  away: 'The payment provider cannot be reached. Please try again.',
  amount: 'Please enter a whole number of the smallest currency unit, at least 1.',
  noDispute: 'This payment is not disputed.',
  disputeEnded: 'The dispute has ended.',
  won: 'won must be true or false.',
});

export const disputes = ['open', 'won', 'lost'] as const;

/** A payment as its host sees it. Amounts are in the smallest unit of the currency. */
export const earning = z.object({
  ...payment.shape,
  status: paymentStatus,
  paidAt: dateTime,
  refundedAt: z.nullable(dateTime),
  parent_id: id,
  title: z.string(),
  /** Null if the payer is gone, or there is a block between payer and host. */
  payer: z.nullable(z.string()),
  /** The community's share; for a refunded payment, what it has kept of it. */
  share: z.int(),
  /**
   * The state of a dispute, in which the payer's bank takes the payment back. The payer keeps the seat until it is
   * decided.
   */
  dispute: z.nullable(z.enum(disputes)),
  /** Whether a refund is impossible from here, because the account that was paid is closed. */
  refundBlocked: z.boolean(),
  /** Whether the payer's bank has returned the refund, which has to be paid in another way. */
  refundReturned: z.boolean(),
  sandbox: z.boolean(),
  /** Set once the host has issued them. */
  receipt: z.nullable(z.string()),
  creditNote: z.nullable(z.string()),
});
export type Earning = z.infer<typeof earning>;
z.globalRegistry.add(earning, { id: 'Earning' });

/** A host's totals in a currency, without the community's share. `owed` is what the community still has to pay. */
export const earningTotal = z.object({
  currency: z.string(),
  sandbox: z.boolean(),
  cameIn: z.int(),
  /** Whether the community's share was deducted from any payment. */
  shared: z.boolean(),
  givenBack: z.int(),
  paidOut: z.int(),
  owed: z.int(),
  /** What lost disputes would take back of payments that are disputed at present. Servers of 0.1.0 do not send it. */
  disputed: z.optional(z.int()),
});
export type EarningTotal = z.infer<typeof earningTotal>;
z.globalRegistry.add(earningTotal, { id: 'EarningTotal' });

export const listEarnings = route({
  method: 'GET',
  path: '/me/earnings',
  summary: 'Payments for my webinars, latest first, and what they add up to in each currency',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(earning),
  beside: { ...pagedBeside, totals: z.array(earningTotal) },
});

export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

export const payout = z.object({
  _id: id,
  amount: z.int(),
  currency: z.string(),
  status: z.enum(payoutStatuses),
  /** When the payout arrives, or arrived, at the host's bank. */
  arrivesAt: z.nullable(dateTime),
  createdAt: dateTime,
  /** True if the community made the payout; false if the provider made it from the host's own account. */
  byCommunity: z.boolean(),
  sandbox: z.boolean(),
  /** When an owner cancelled the record of a payout by the community, and why. */
  canceledAt: z.nullable(dateTime),
  cancelReason: z.nullable(z.string()),
});
export type Payout = z.infer<typeof payout>;
z.globalRegistry.add(payout, { id: 'Payout' });

export const listPayouts = route({
  method: 'GET',
  path: '/me/payouts',
  summary: 'What was paid out to me, and what is on its way, latest first',
  access: 'member',
  cost: 'read',
  query: pagingQuery,
  response: z.array(payout),
  beside: pagedBeside,
});

/** `closed`: the provider no longer knows the account; `incomplete`: the provider still needs details. */
export const sellerStates = ['none', 'incomplete', 'ready', 'closed'] as const;

export const sellerAccount = z.object({
  mode: z.enum(sellingModes),
  sharePercent: z.int(),
  /** The tax rate of whoever sells my webinars, in percent; null if none is set. */
  taxPercent: z.nullable(z.number()),
  state: z.enum(sellerStates),
  /** Whether the provider pays out what comes in. */
  payouts: z.boolean(),
  sandbox: z.boolean(),
});
export type SellerAccount = z.infer<typeof sellerAccount>;
z.globalRegistry.add(sellerAccount, { id: 'SellerAccount' });

export const getSellerAccount = route({
  method: 'GET',
  path: '/me/seller-account',
  summary: 'Who sells webinars here, and the state of my own account at the provider',
  access: 'member',
  cost: 'read',
  response: sellerAccount,
});

export const setUpSellerAccount = route({
  method: 'POST',
  path: '/me/seller-account',
  summary: 'Open my account at the provider, or continue opening it; 409 if the community is the seller',
  access: 'confirmed',
  cost: 'heavy',
  response: z.object({ url: z.string() }),
});

export const refreshSellerAccount = route({
  method: 'POST',
  path: '/me/seller-account/refresh',
  summary: 'Refresh the state of my account from the provider',
  access: 'member',
  cost: 'heavy',
  response: sellerAccount,
});

const wrongCurrency = issueText(webinarMessages.currency);

export const paySandboxOut = route({
  method: 'POST',
  path: '/me/payouts/sandbox',
  summary: 'Simulate the payout of everything owed to me in a currency; only if no provider is configured',
  access: 'member',
  cost: 'write',
  body: z.object({ currency: z.enum(priceCurrencies, wrongCurrency) }),
  response: payout,
});

export const endSandboxDispute = route({
  method: 'POST',
  path: '/payment/:id/sandboxDispute',
  summary: 'End the dispute of a payment to me as a bank would; only if no provider is configured',
  access: 'member',
  cost: 'write',
  params: idParams,
  body: z.object({ won: z.boolean(issueText(earningMessages.won)) }),
  response: earning,
});

/** A host to whom the community owes money. */
export const owedHost = z.object({
  /** The id of this line: a host has one line per currency. */
  _id: z.string(),
  hostId: id,
  /** Null once the host is gone; what is owed stays owed. */
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  currency: z.string(),
  owed: z.int(),
  /** What has been paid out so far. */
  paidOut: z.int(),
  /** The part of it that lost disputes would take back. It is all of it if more has been paid out already. */
  disputed: z.int(),
  sandbox: z.boolean(),
});
export type OwedHost = z.infer<typeof owedHost>;
z.globalRegistry.add(owedHost, { id: 'OwedHost' });

export const listOwedHosts = route({
  method: 'GET',
  path: '/staff/payouts',
  summary: 'The hosts to whom the community owes something',
  access: 'owner',
  cost: 'read',
  query: pagingQuery,
  response: z.array(owedHost),
  beside: pagedBeside,
});

const wrongAmount = issueText(earningMessages.amount);

export const recordPayout = route({
  method: 'POST',
  path: '/staff/payouts',
  summary:
    'Record a transfer from the community to a host; 409 for more than is owed, or another than the known paidOut',
  access: 'owner',
  cost: 'write',
  body: z.object({
    hostId: id,
    currency: z.string(wrongCurrency).check(bounded(3, wrongCurrency), z.regex(/^[a-z]{3}$/, wrongCurrency)),
    amount: z.int(wrongAmount).check(z.gte(1, wrongAmount), z.lte(2_000_000_000, wrongAmount)),
    /** What had been paid out so far, as the owner saw it. If another owner has changed that since, this is a 409. */
    paidOut: z.optional(z.int(wrongAmount)),
  }),
  response: payout,
  idempotencyKey: true,
});

/** A transfer to a host that an owner has recorded. */
export const recordedPayout = z.object({
  ...payout.shape,
  hostId: id,
  /** Null once the host is gone. */
  name: z.nullable(z.string()),
});
export type RecordedPayout = z.infer<typeof recordedPayout>;
z.globalRegistry.add(recordedPayout, { id: 'RecordedPayout' });

export const listRecordedPayouts = route({
  method: 'GET',
  path: '/staff/payouts/recorded',
  summary: 'The recorded transfers to hosts, latest first',
  access: 'owner',
  cost: 'read',
  query: pagingQuery,
  response: z.array(recordedPayout),
  beside: pagedBeside,
});

/** The record is kept and shown to the host as cancelled, with the reason; the amount is owed again. */
export const cancelPayout = route({
  method: 'POST',
  path: '/staff/payouts/:id/cancel',
  summary: 'Cancel the record of a transfer that was not made; 409 if it is cancelled already',
  access: 'owner',
  cost: 'write',
  params: idParams,
  body: cancelPayoutBody,
  response: recordedPayout,
});
