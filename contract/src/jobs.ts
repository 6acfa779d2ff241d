/** The terms of a job: what it pays, where it is, and how its author hires. Posts carry them as `job`. */
import * as z from 'zod/mini';
import { country } from './account/countries.ts';
import { myApplication } from './applications.ts';
import { bounded } from './base/bounded.ts';
import { dateTime, flag, isPlainDate, line } from './base/fields.ts';
import { issueText } from './base/issue.ts';
import { defineMessages } from './base/message.ts';
import { textList } from './base/text-list.ts';
import { fieldTexts } from './constants/fields.ts';
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
} from './constants/jobs.ts';
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
  dateOver: 'This day is over. Please choose a later one.',
});

const pay = z.object({ min: z.number(), max: z.number(), currency: z.string(), period: z.enum(payPeriods) });

/** What its author has not said is null; all of it is for jobs of older clients, which have no terms but texts. */
export const jobTerms = z.object({
  employment: z.nullable(z.enum(employments)),
  place: z.nullable(z.string()),
  remote: z.nullable(z.enum(remotes)),
  /** From which one can work, by their names; empty for any. */
  countries: z.array(z.string()),
  pay: z.nullable(pay),
  /** In the place of pay. */
  unpaid: z.nullable(z.enum(unpaidKinds)),
  /** Whether there is a vacancy now. */
  vacancy: z.nullable(z.boolean()),
  /** Whether a program judges applications. */
  aiScreening: z.nullable(z.boolean()),
  /** The last day for applications. */
  applyUntil: z.nullable(z.iso.date()),
  /** What applicants are asked. */
  questions: z.array(jobQuestion),
});
export type JobTerms = z.infer<typeof jobTerms>;
z.globalRegistry.add(jobTerms, { id: 'JobTerms' });

/** `closesAt` is null for jobs that do not close by themselves, and for closed ones. */
export const job = z.extend(jobTerms, {
  state: z.enum(['open', 'closed']),
  closedAt: z.nullable(dateTime),
  closeReason: z.nullable(z.enum(closeReasons)),
  closesAt: z.nullable(dateTime),
  /** How often its author can still renew it. */
  renewalsLeft: z.int(),
  /** How many percent of the applications to its author were answered in time; null for too few of them. */
  answerRate: z.nullable(z.int()),
  /** Null for who has not applied. */
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

/** A field that may be left out, or empty, as forms send it. */
const optional = <T extends z.core.$ZodType>(schema: T, error: string) =>
  z.optional(z.nullable(z.union([z.literal(''), schema], error)));

const choice = <const T extends readonly [string, ...string[]]>(values: T, error: string) =>
  optional(z.enum(values, error), error);

const yesOrNo = issueText(fieldTexts.trueOrFalse);
const countriesText = issueText(jobMessages.countries);
const notDate = issueText(jobMessages.notDate);
const notCurrency = issueText(jobMessages.currency);

/** The fields of a job in the form of a post. `employment` makes it a job with terms, which need pay and place. */
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

const DAY_MS = 86_400_000;

/** A job cannot be applied to before it is there, or after it has closed by itself. */
function listDayIssues(day: JobFields['applyUntil']): JobIssue[] {
  if (!day || !isPlainDate(day)) return [];
  if (isDayOver(day)) return [{ field: 'applyUntil', message: issueText(jobMessages.dateOver) }];
  const isFar = endOfDay(day) - DAY_MS > Date.now() + OPEN_DAYS * DAY_MS;
  return isFar ? [{ field: 'applyUntil', message: issueText(jobMessages.dateFar, { days: OPEN_DAYS }) }] : [];
}

/**
 * What the terms of a job still lack or contradict. Without `employment` a job has none, as those of older clients; an
 * empty one is a form in which it was not chosen.
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

/** Returns the terms of a job as posts carry them; null where its form has none. */
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

/** Returns the fields of a form that has these terms. */
export const fromJob = ({ pay: paid, ...terms }: JobTerms): JobFields => ({
  ...terms,
  payMin: paid?.min ?? null,
  payMax: paid?.max ?? null,
  payCurrency: paid?.currency ?? null,
  payPeriod: paid?.period ?? null,
});

/** The terms of a job that has none but texts. */
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
