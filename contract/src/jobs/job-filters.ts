/** Filters for jobs, shared by the list of jobs and saved searches. */
import * as z from 'zod/mini';
import { country } from '../account/countries.ts';
import { bounded } from '../base/bounded.ts';
import { line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { currencies, employments, MAX_PAY, payPeriods, remotes } from '../constants/jobs.ts';
import { MAX_HASHTAG } from '../posts/hashtags.ts';
import { jobMessages } from './jobs.ts';

export const jobFilterMessages = defineMessages('jobFilters', {
  pay: 'Pay is compared in one currency and for one period. Please give the amount, the currency and the period.',
  remote: 'remote must be none, hybrid or full.',
});

const amountText = issueText(jobMessages.amount);
const currencyText = issueText(jobMessages.currency);

const payMin = z.pipe(
  z.pipe(
    z.union(
      [
        z.number(),
        z.string(amountText).check(bounded(12, amountText), z.regex(/^\d{1,9}(?:[.,]\d{1,2})?$/, amountText)),
      ],
      amountText,
    ),
    z.transform((value: number | string) => Number(String(value).replace(',', '.'))),
  ),
  z.number().check(z.gte(0, amountText), z.lte(MAX_PAY, amountText)),
);

/**
 * `payMin` is the least that a job has to pay. Jobs with another currency or period do not match: nothing is converted.
 */
export const jobFilterShape = {
  remote: z.optional(z.enum(remotes, issueText(jobFilterMessages.remote))),
  employment: z.optional(z.enum(employments, issueText(jobMessages.employment))),
  /** The country from which the member wants to work. */
  country: z.optional(country),
  payMin: z.optional(payMin),
  payCurrency: z.optional(
    z.string(currencyText).check(
      bounded(3, currencyText),
      z.refine((code) => currencies.includes(code), currencyText),
    ),
  ),
  payPeriod: z.optional(z.enum(payPeriods, issueText(jobMessages.period))),
};

type PayFilter = {
  payMin?: number | undefined;
  payCurrency?: string | undefined;
  payPeriod?: string | undefined;
};

/** Whether either all three parts of the pay filter are present, or none. */
export const hasWholePay = ({ payMin: amount, payCurrency, payPeriod }: PayFilter): boolean =>
  [amount, payCurrency, payPeriod].every((part) => part === undefined) ||
  [amount, payCurrency, payPeriod].every((part) => part !== undefined);

export const wholePay = z.refine<PayFilter>(hasWholePay, {
  error: issueText(jobFilterMessages.pay),
  path: ['payMin'],
});

/** A search that can be saved: one hashtag, words, and the filters. */
export const jobSearch = z
  .object({
    ...jobFilterShape,
    keyword: z.optional(line({ max: 200 })),
    hashtag: z.optional(line({ max: MAX_HASHTAG + 1 })),
  })
  .check(wholePay);
export type JobSearch = z.output<typeof jobSearch>;
