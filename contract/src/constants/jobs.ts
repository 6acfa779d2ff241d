/** The terms of jobs and their names: pages show these without loading any schema. */
import { DAY_MS, HOUR_MS } from '../base/durations.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';

export const employments = ['full-time', 'part-time', 'contract', 'temporary', 'internship', 'volunteer'] as const;
export type Employment = (typeof employments)[number];

/** Where the work is done: on site, partly remote, or anywhere. */
export const remotes = ['none', 'hybrid', 'full'] as const;
export type Remote = (typeof remotes)[number];

export const payPeriods = ['hour', 'day', 'month', 'year', 'project'] as const;
export type PayPeriod = (typeof payPeriods)[number];

/** What a job offers in place of pay. */
export const unpaidKinds = ['unpaid', 'equity'] as const;
export type UnpaidKind = (typeof unpaidKinds)[number];

/** How long a job is open; its author can renew it for the same time, at most three times. */
export const OPEN_DAYS = 30;
export const MAX_RENEWALS = 3;
/** A job cannot be renewed before that adds at least this many days. */
export const RENEWAL_ADDS_DAYS = 7;
/** How many days before a job closes its author is reminded. */
export const REMINDER_DAYS = 3;

/** Why a job is closed; `expired` if nobody closed it. */
export const closeReasons = ['filled', 'withdrawn', 'expired'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** The filter for when a job was posted, in days. */
export const postedWithin = { day: 1, week: 7, month: 30 };

/** How often a saved search notifies its member: at once, or at most once a day or week. */
export const searchCadences = ['instant', 'daily', 'weekly'] as const;
export type SearchCadence = (typeof searchCadences)[number];
export const MAX_SAVED_SEARCHES = 20;

export const MAX_PLACE = 100;
export const MAX_JOB_COUNTRIES = 20;
export const MAX_PAY = 999_999_999;

/** The active currencies of ISO 4217. */
export const currencies: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP',
  'CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF',
  'IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD',
  'MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB',
  'RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD',
  'UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW',
].flatMap((row) => row.split(' '));

export const employmentNames = defineMessages('jobs.employment', {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  contract: 'Contract',
  temporary: 'Temporary',
  internship: 'Internship',
  volunteer: 'Volunteering',
});

export const remoteNames = defineMessages('jobs.remote', {
  none: 'On site',
  hybrid: 'Partly remote',
  full: 'Remote',
});

export const payNames = defineMessages('jobs.pay', {
  hour: '{amount} an hour',
  day: '{amount} a day',
  month: '{amount} a month',
  year: '{amount} a year',
  project: '{amount} for the project',
});

export const unpaidNames = defineMessages('jobs.unpaid', {
  unpaid: 'Unpaid',
  equity: 'Equity only',
});

const hiringTexts = defineMessages('jobs.hiring', {
  vacancy: 'There is a vacancy now',
  noVacancy: 'No vacancy yet',
  aiScreening: 'Software screens applications',
  noAiScreening: 'People judge applications',
});

type Hiring = { vacancy: boolean | null; aiScreening: boolean | null };

/** Returns how the author of a job hires, as far as they have answered. */
export function listHiring({ vacancy, aiScreening }: Hiring): MessageDescriptor[] {
  const { vacancy: there, noVacancy, aiScreening: screened, noAiScreening } = hiringTexts;
  return [
    ...(vacancy === null ? [] : [vacancy ? there : noVacancy]),
    ...(aiScreening === null ? [] : [aiScreening ? screened : noAiScreening]),
  ];
}

export type Pay = { min: number; max: number; currency: string; period: PayPeriod };

/** Returns the amount, such as "€18–22.50"; whole amounts have no decimals. */
export function formatAmount({ min, max, currency }: Pay, locale: string): string {
  const whole = Number.isInteger(min) && Number.isInteger(max);
  const digits = whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {};
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
  return min === max ? format.format(min) : format.formatRange(min, max);
}

export const closeReasonNames = defineMessages('jobs.closed', {
  filled: 'Filled',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
});

/** How long after the end of a day in UTC that day lasts in the last time zone. */
const LAST_ZONE_MS = 12 * HOUR_MS;

/** Returns when a day, `YYYY-MM-DD`, is over everywhere on earth, in milliseconds since 1970. */
export const endOfDay = (day: string): number => Date.parse(day) + DAY_MS + LAST_ZONE_MS;

export const isDayOver = (day: string): boolean => endOfDay(day) <= Date.now();
