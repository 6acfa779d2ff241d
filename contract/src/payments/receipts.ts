/** Receipts for payments, and credit notes for refunds. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, id, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { rawRoute, route } from '../base/route.ts';
import { MAX_BILLING_NAME, sellerDetails } from '../community/community-money.ts';

export const receiptMessages = defineMessages('receipts', {
  notFound: 'There is no receipt with this number.',
  saved: 'Your details have been saved. New receipts will show them.',
});

export const receiptKinds = ['receipt', 'credit_note'] as const;

/** For instance R1-2026-000042. */
const NUMBER = /^R\d{1,9}-\d{4}-\d{6,9}$/;
export const isReceiptNumber = (value: string): boolean => NUMBER.test(value);

const party = {
  name: z.string(),
  address: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  /** The VAT ID of the European Union. */
  vatId: z.nullable(z.string()),
};

/**
 * A receipt as it was issued. Amounts are in the smallest unit of the currency; `amount` is what was paid, tax
 * included.
 */
export const receipt = z.object({
  number: z.string(),
  kind: z.enum(receiptKinds),
  issuedAt: dateTime,
  /** For a credit note: the receipt that it cancels. */
  refersTo: z.nullable(z.string()),
  /** For a receipt: the credit note that cancels it. */
  cancelledBy: z.nullable(z.string()),
  /** When that credit note was issued. */
  cancelledAt: z.nullable(dateTime),
  paymentId: id,
  paidAt: dateTime,
  /** True if no money moved. */
  sandbox: z.boolean(),
  community: z.string(),
  seller: z.object(party),
  buyer: z.object({ ...party, email: z.string() }),
  item: z.object({
    title: z.string(),
    host: z.nullable(z.string()),
    startsAt: z.nullable(dateTime),
    timeZone: z.nullable(z.string()),
  }),
  currency: z.string(),
  amount: z.int(),
  taxPercent: z.nullable(z.number()),
  tax: z.int(),
});
export type Receipt = z.infer<typeof receipt>;
z.globalRegistry.add(receipt, { id: 'Receipt' });

const noNumber = issueText(receiptMessages.notFound);

export const getReceipt = route({
  method: 'GET',
  path: '/me/receipts/:number',
  summary: 'A receipt or credit note for one of my payments, or for a payment to me as the seller',
  access: 'member',
  cost: 'read',
  whileSuspended: true,
  params: z.object({ number: z.string(noNumber).check(bounded(40, noNumber)) }),
  response: receipt,
});

export const getReceiptFile = rawRoute({
  method: 'GET',
  path: '/me/receipts/:number.pdf',
  summary: 'The same receipt as a PDF, generated on request',
  access: 'member',
  cost: 'heavy',
  whileSuspended: true,
  produces: 'application/pdf',
});

/** A member's details on receipts: as the payer, and as the seller where hosts are the sellers. */
export const billingDetails = z.object({
  name: z.nullable(line({ max: MAX_BILLING_NAME })),
  ...sellerDetails,
});
export type BillingDetails = z.infer<typeof billingDetails>;
z.globalRegistry.add(billingDetails, { id: 'BillingDetails' });

export const getBillingDetails = route({
  method: 'GET',
  path: '/me/billing',
  summary: 'My details on receipts',
  access: 'member',
  cost: 'read',
  response: billingDetails,
});

export const setBillingDetails = route({
  method: 'PUT',
  path: '/me/billing',
  summary: 'Set my details on receipts; receipts that are already issued stay as they are',
  access: 'member',
  cost: 'write',
  // Older clients send no VAT ID: the stored one stays.
  body: z.extend(billingDetails, { vatId: z.optional(billingDetails.shape.vatId) }),
  response: billingDetails,
});
