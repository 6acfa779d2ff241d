/** The terms of a job: pay, place, and how its author hires. Posts contain them as `job`. */
import * as z from 'zod/mini';
import { country } from '../account/countries.ts';
import { bounded } from '../base/bounded.ts';
import { DAY_MS } from '../base/durations.ts';
import { dateTime, flag, isPlainDate, line } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { textList } from '../base/text-list.ts';
import { fieldTexts } from '../constants/fields.ts';
import {
  closeReasons,
  currencies,
  employments,
  endOfDay,
  isDayOver,
  MAX_JOB_COUNTRIES,
  MAX_PAY,
  MAX_PLACE,
  OPEN_DAYS,
  payPeriods,
  remotes,
  unpaidKinds,
} from '../constants/jobs.ts';
import { myApplication } from './applications.ts';
import { jobQuestion, questionsField, toQuestions } from './job-questions.ts';

export const jobMessages = defineMessages('jobs', {
  employment: 'Please choose the kind of job.',
  remote: 'Please choose where the work is done.',
  place: 'Please enter the place.',
  pay: 'Please enter what the job pays, or say that it is unpaid.',
  amount: 'Please enter an amount, such as 18 or 18.50.',
  payOrder: 'The maximum pay must not be lower than the minimum.',
  currency: 'Please choose a currency.',
  period: 'Please choose what the pay is for.',
  unpaid: 'Please choose what is offered instead of pay.',
  paidAndUnpaid: 'A job cannot be both paid and unpaid. Please remove one of the two.',
  countries: 'Please choose countries from the list.',
  tooManyCountries: 'Please choose at most {max} countries.',
  notDate: 'Please choose a day.',
  dateFar: 'A job is open for {days} days. Please choose an earlier day.',
  dateOver: 'This day has passed. Please choose a later one.',
});

const pay = z.object({ min: z.number(), max: z.number(), currency: z.string(), period: z.enum(payPeriods) });

/**
 * Terms that the author has not given are null. Jobs of older clients have no terms, only texts: all of theirs are
 * null.
 */
export const jobTerms = z.object({
  employment: z.nullable(z.enum(employments)),
  place: z.nullable(z.string()),
  remote: z.nullable(z.enum(remotes)),
  /** The countries from which one can work, by name; empty for any. */
  countries: z.array(z.string()),
  pay: z.nullable(pay),
  /** What the job offers in place of pay. */
  unpaid: z.nullable(z.enum(unpaidKinds)),
  /** Whether there is a vacancy at present. */
  vacancy: z.nullable(z.boolean()),
  /** Whether a program evaluates applications. */
  aiScreening: z.nullable(z.boolean()),
  /** The last day for applications. */
  applyUntil: z.nullable(z.iso.date()),
  /** The questions for applicants. */
  questions: z.array(jobQuestion),
});
export type JobTerms = z.infer<typeof jobTerms>;
z.globalRegistry.add(jobTerms, { id: 'JobTerms' });

/** `closesAt` is null for jobs that do not close automatically, and for closed ones. */
export const job = z.extend(jobTerms, {
  state: z.enum(['open', 'closed']),
  closedAt: z.nullable(dateTime),
  closeReason: z.nullable(z.enum(closeReasons)),
  closesAt: z.nullable(dateTime),
  /** How many more times its author can renew it. */
  renewalsLeft: z.int(),
  /** Whether its author can renew it now. */
  mayRenew: z.boolean(),
  /** The percentage of applications to its author that were answered in time; null if there are too few. */
  answerRate: z.nullable(z.int()),
  /** Null if the viewer has not applied. */
  myApplication: z.nullable(myApplication),
});
export type Job = z.infer<typeof job>;
z.globalRegistry.add(job, { id: 'Job' });

const amountText = issueText(jobMessages.amount);
const AMOUNT = /^\d{1,9}(?:[.,]\d{1,2})?$/;

const amount = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(bounded(12, amountText), z.regex(AMOUNT, amountText))], amountText),
    z.transform((value: number | string) => Number(String(value).replace(',', '.'))),
  ),
  z.number().check(
    z.gt(0, amountText),
    z.lte(MAX_PAY, amountText),
    z.refine((value) => Number(value.toFixed(2)) === value, amountText),
  ),
);

/** A field that may be omitted or, as forms send it, empty. */
const optional = <T extends z.core.$ZodType>(schema: T, error: string) =>
  z.optional(z.nullable(z.union([z.literal(''), schema], error)));

const choice = <const T extends readonly [string, ...string[]]>(values: T, error: string) =>
  optional(z.enum(values, error), error);

const yesOrNo = issueText(fieldTexts.trueOrFalse);
const countriesText = issueText(jobMessages.countries);
const notDate = issueText(jobMessages.notDate);
const notCurrency = issueText(jobMessages.currency);

/**
 * The fields of a job in the post form. `employment` makes it a job with terms, for which pay and place are required.
 */
export const jobFields = {
  employment: choice(employments, issueText(jobMessages.employment)),
  place: z.optional(z.nullable(line({ max: MAX_PLACE }))),
  remote: choice(remotes, issueText(jobMessages.remote)),
  countries: z.optional(
    textList(country, {
      max: MAX_JOB_COUNTRIES,
      itemLength: 100,
      tooMany: issueText(jobMessages.tooManyCountries, { max: MAX_JOB_COUNTRIES }),
      wrong: countriesText,
    }),
  ),
  payMin: optional(amount, amountText),
  payMax: optional(amount, amountText),
  payCurrency: optional(
    z.string(notCurrency).check(
      bounded(3, notCurrency),
      z.refine((code) => currencies.includes(code), notCurrency),
    ),
    notCurrency,
  ),
  payPeriod: choice(payPeriods, issueText(jobMessages.period)),
  unpaid: choice(unpaidKinds, issueText(jobMessages.unpaid)),
  vacancy: optional(flag(yesOrNo), yesOrNo),
  aiScreening: optional(flag(yesOrNo), yesOrNo),
  applyUntil: optional(z.string(notDate).check(bounded(10, notDate), z.refine(isPlainDate, notDate)), notDate),
  questions: z.optional(questionsField),
};

const jobForm = z.object(jobFields);
export type JobFields = z.output<typeof jobForm>;
export type JobField = keyof JobFields;
export type JobIssue = { field: JobField; message: string };

const has = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

function listPayIssues({ payMin, payMax, payCurrency, payPeriod, unpaid }: JobFields): JobIssue[] {
  const isPaid = has(payMin) || has(payMax);
  if (has(unpaid)) return isPaid ? [{ field: 'unpaid', message: issueText(jobMessages.paidAndUnpaid) }] : [];
  const issues: JobIssue[] = [];
  if (!has(payMin)) issues.push({ field: 'payMin', message: issueText(jobMessages.pay) });
  if (has(payMin) && has(payMax) && Number(payMax) < Number(payMin))
    issues.push({ field: 'payMax', message: issueText(jobMessages.payOrder) });
  if (isPaid && !has(payCurrency)) issues.push({ field: 'payCurrency', message: notCurrency });
  if (isPaid && !has(payPeriod)) issues.push({ field: 'payPeriod', message: issueText(jobMessages.period) });
  return issues;
}

/** The last day for applications can be neither over, nor after the job has closed automatically. */
function listDayIssues(day: JobFields['applyUntil']): JobIssue[] {
  if (!day || !isPlainDate(day)) return [];
  if (isDayOver(day)) return [{ field: 'applyUntil', message: issueText(jobMessages.dateOver) }];
  const isFar = endOfDay(day) - DAY_MS > Date.now() + OPEN_DAYS * DAY_MS;
  return isFar ? [{ field: 'applyUntil', message: issueText(jobMessages.dateFar, { days: OPEN_DAYS }) }] : [];
}

/**
 * Returns what is missing or contradictory in the terms of a job. A job of an older client has no `employment` and no
 * terms; an empty `employment` means that the form's field was left unselected.
 */
export function listJobIssues(fields: JobFields): JobIssue[] {
  const { employment, remote, place, applyUntil } = fields;
  const isForm = employment === '' || (Object.keys(jobFields) as JobField[]).some((name) => has(fields[name]));
  if (!isForm) return [];
  return [
    ...(has(employment) ? [] : [{ field: 'employment' as const, message: issueText(jobMessages.employment) }]),
    ...(has(remote) ? [] : [{ field: 'remote' as const, message: issueText(jobMessages.remote) }]),
    ...(has(remote) && remote !== 'full' && !has(place)
      ? [{ field: 'place' as const, message: issueText(jobMessages.place) }]
      : []),
    ...listPayIssues(fields),
    ...listDayIssues(applyUntil),
  ];
}

/** Returns the terms of a job as posts contain them; null if its form has none. */
export function toJob(fields: JobFields): JobTerms | null {
  if (!fields.employment) return null;
  const { employment, place, remote, countries = [], payMin, payMax, payCurrency, payPeriod, applyUntil } = fields;
  const isPaid = typeof payMin === 'number' && payCurrency && payPeriod;
  const toFlag = (value: JobFields['vacancy']) => (typeof value === 'boolean' ? value : null);
  return {
    employment,
    place: place || null,
    remote: remote || null,
    countries: [...new Set(countries)],
    pay: isPaid
      ? { min: payMin, max: typeof payMax === 'number' ? payMax : payMin, currency: payCurrency, period: payPeriod }
      : null,
    unpaid: fields.unpaid || null,
    vacancy: toFlag(fields.vacancy),
    aiScreening: toFlag(fields.aiScreening),
    applyUntil: applyUntil || null,
    questions: toQuestions(fields.questions),
  };
}

/** Returns the form fields for these terms. */
export const fromJob = ({ pay: paid, ...terms }: JobTerms): JobFields => ({
  ...terms,
  payMin: paid?.min ?? null,
  payMax: paid?.max ?? null,
  payCurrency: paid?.currency ?? null,
  payPeriod: paid?.period ?? null,
});

/** The terms of a job that has only texts. */
export const noTerms: JobTerms = {
  employment: null,
  place: null,
  remote: null,
  countries: [],
  pay: null,
  unpaid: null,
  vacancy: null,
  aiScreening: null,
  applyUntil: null,
  questions: [],
};
