/** The terms of a job in the post form: each is the text of a field. */
import { type QuestionKind, questionKinds } from '@afterhours/contract/constants/applications';
import type { JobField, JobTerms } from '@afterhours/contract/jobs/jobs';

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
  questions: '',
};

export const jobNames = Object.keys(emptyJob) as JobField[];

const textOf = (value: string | number | boolean | null | undefined): string => String(value ?? '');

/** Returns the form values of a job's terms. */
export function toJobValues(job: JobTerms | null): JobValues {
  if (!job) return emptyJob;
  const { pay, countries, questions, ...terms } = job;
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
    questions: questions.length === 0 ? '' : JSON.stringify(questions),
  };
}

/** Parses an amount of the form; NaN for none. */
export const toPay = (value: string): number => (value.trim() === '' ? Number.NaN : Number(value.replace(',', '.')));

/** Parses the countries of the form; no country has a comma in its name. */
export const toCountries = (value: string): string[] => value.split(',').filter(Boolean);

/** A question in the form; its choices are one per line. */
export type QuestionValue = { text: string; kind: QuestionKind; choices: string; required: boolean };

function parseQuestions(value: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** Parses the questions of a form or a draft, which may hold anything. */
export function toQuestionValues(value: string): QuestionValue[] {
  if (value === '') return [];
  return parseQuestions(value).flatMap((one): QuestionValue[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { text, kind, choices, required } = one as Record<string, unknown>;
    const lines = Array.isArray(choices) ? choices.filter((line) => typeof line === 'string') : [];
    return [
      {
        text: typeof text === 'string' ? text : '',
        kind: questionKinds.find((each) => each === kind) ?? 'text',
        choices: lines.join('\n'),
        required: required === true,
      },
    ];
  });
}

export const writeQuestions = (questions: readonly QuestionValue[]): string =>
  questions.length === 0
    ? ''
    : JSON.stringify(questions.map((one) => ({ ...one, choices: one.choices === '' ? [] : one.choices.split('\n') })));

/** Returns the questions as they are sent: without empty lines among their choices. */
const toQuestionInput = (value: string): object[] =>
  toQuestionValues(value).map(({ choices, ...question }) => ({
    ...question,
    choices: choices.split('\n').filter((line) => line.trim() !== ''),
  }));

/**
 * Returns the terms as they are sent: pay only if there is some, and no terms for an older job without terms until it
 * gets some.
 */
export function toJobInput(values: JobValues, untouched: JobValues, isNew: boolean): object {
  const terms = Object.fromEntries(jobNames.map((name) => [name, values[name].trim()])) as JobValues;
  const isUntouched = jobNames.every((name) => terms[name] === untouched[name]);
  if (!isNew && isUntouched && untouched.employment === '') return {};
  const noPay = { payMin: '', payMax: '', payCurrency: '', payPeriod: '' };
  return {
    ...terms,
    ...(terms.unpaid === '' ? {} : noPay),
    countries: toCountries(terms.countries),
    questions: toQuestionInput(terms.questions),
  };
}

/** Returns the terms that are filled in. */
export const filledJob = (values: JobValues): Partial<JobValues> =>
  Object.fromEntries(jobNames.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])));
