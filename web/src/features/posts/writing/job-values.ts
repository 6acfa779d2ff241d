/** The terms of a job in the form of a post: each is the text of a field. */
import type { JobField, JobTerms } from '@afterhours/contract/jobs';

export type JobValues = Record<JobField, string>;

export const emptyJob: JobValues = {
  employment: '',
  place: '',
  remote: '',
  countries: '',
  payMin: '',
  payMax: '',
  payCurrency: '',
  payPeriod: '',
  unpaid: '',
  vacancy: '',
  aiScreening: '',
  applyUntil: '',
};

export const jobNames = Object.keys(emptyJob) as JobField[];

const textOf = (value: string | number | boolean | null | undefined): string => String(value ?? '');

/** The form of a job with these terms. */
export function toJobValues(job: JobTerms | null): JobValues {
  if (!job) return emptyJob;
  const { pay, countries, ...terms } = job;
  return {
    employment: textOf(terms.employment),
    place: textOf(terms.place),
    remote: textOf(terms.remote),
    countries: countries.join(),
    payMin: textOf(pay?.min),
    payMax: textOf(pay?.max === pay?.min ? null : pay?.max),
    payCurrency: textOf(pay?.currency),
    payPeriod: textOf(pay?.period),
    unpaid: textOf(terms.unpaid),
    vacancy: textOf(terms.vacancy),
    aiScreening: textOf(terms.aiScreening),
    applyUntil: textOf(terms.applyUntil),
  };
}

/** Countries as the form keeps them; none of them has a comma in its name. */
export const toCountries = (value: string): string[] => value.split(',').filter(Boolean);

/** What is sent: pay only where there is some; no terms of a job from before that has none, until it gets some. */
export function toJobInput(values: JobValues, untouched: JobValues, isNew: boolean): object {
  const terms = Object.fromEntries(jobNames.map((name) => [name, values[name].trim()])) as JobValues;
  const isUntouched = jobNames.every((name) => terms[name] === untouched[name]);
  if (!isNew && isUntouched && untouched.employment === '') return {};
  const noPay = { payMin: '', payMax: '', payCurrency: '', payPeriod: '' };
  return { ...terms, ...(terms.unpaid === '' ? {} : noPay), countries: toCountries(terms.countries) };
}

/** Those of the terms that are filled in. */
export const filledJob = (values: JobValues): Partial<JobValues> =>
  Object.fromEntries(jobNames.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])));
