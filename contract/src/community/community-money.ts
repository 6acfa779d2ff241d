/** Who sells webinars, the community's share, and the details on its receipts, as its owners set them. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { line, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { isVatId, MAX_VAT_ID, plainVatId } from '../payments/vat-ids.ts';

export const MAX_SHARE = 50;
export const MAX_TAX = 50;
export const MAX_BILLING_NAME = 120;
export const MAX_BILLING_ADDRESS = 300;
export const MAX_TAX_ID = 30;

export const moneyMessages = defineMessages('community.money', {
  seller: "seller must be 'community' or 'host'.",
  share: 'Please enter a share from 0 to {max, number} percent.',
  tax: 'Please enter a rate from 0 to {max, number} percent, with two decimals at most.',
  vatId: 'Please enter an EU VAT ID with its country code, such as DE123456789, or leave it empty.',
  taxId: 'Please use letters, digits, spaces, dots, dashes and slashes only.',
});

/** Who sells webinars: the community, which then owes the hosts what was paid, or each host with their own account. */
export const sellingModes = ['community', 'host'] as const;
export type SellingMode = (typeof sellingModes)[number];

const wrongTax = issueText(moneyMessages.tax, { max: MAX_TAX });
const wrongShare = issueText(moneyMessages.share, { max: MAX_SHARE });
const wrongTaxId = issueText(moneyMessages.taxId);

const wrongVatId = issueText(moneyMessages.vatId);

const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** A VAT ID of the European Union in its country's format. People may type separators; it is stored without them. */
const vatId = z
  .string(wrongVatId)
  .check(bounded(4 * MAX_VAT_ID, wrongVatId), z.overwrite(plainVatId), z.refine(isVatId, wrongVatId));

/** The seller's details on receipts; null for those that are not shown. */
export const sellerDetails = {
  vatId: z.nullable(vatId),
  address: z.nullable(text({ max: MAX_BILLING_ADDRESS })),
  taxId: z.nullable(
    z.string(wrongTaxId).check(
      bounded(4 * MAX_TAX_ID, wrongTaxId),
      z.overwrite((value) => value.trim()),
      z.regex(/^[\p{L}\d][\p{L}\d ./-]{0,29}$/u, wrongTaxId),
    ),
  ),
  taxPercent: z.nullable(
    z.number(wrongTax).check(z.gte(0, wrongTax), z.lte(MAX_TAX, wrongTax), z.refine(hasTwoDecimals, wrongTax)),
  ),
};

export const moneySettings = {
  seller: z.enum(sellingModes, issueText(moneyMessages.seller)),
  /** The community's share of each payment, tax included, in percent. */
  sharePercent: z.int(wrongShare).check(z.gte(0, wrongShare), z.lte(MAX_SHARE, wrongShare)),
  /** The community's name on receipts; null for its usual name. */
  billingName: z.nullable(line({ max: MAX_BILLING_NAME })),
  billingAddress: sellerDetails.address,
  billingTaxId: sellerDetails.taxId,
  billingVatId: sellerDetails.vatId,
  billingTaxPercent: sellerDetails.taxPercent,
};

export const defaultMoney = {
  seller: 'community',
  sharePercent: 0,
  billingName: null,
  billingAddress: null,
  billingTaxId: null,
  billingVatId: null,
  billingTaxPercent: null,
} as const;
