/** Building blocks that several features share: ids, times, cleaned text, whole numbers in a query string. */
import * as z from 'zod/mini';
import { cleanText, fieldTexts, isId } from '../constants/fields.ts';
import { bounded } from './bounded.ts';
import { issueText } from './issue.ts';

/** How many times longer than its limit a raw text may be: cleaning composes letters and drops characters. */
const RAW_FACTOR = 4;

/** An id. Capital letters are lower-cased, so that no object has two ids. */
export const id = z.string(issueText(fieldTexts.required)).check(
  bounded(36, issueText(fieldTexts.notAnId)),
  z.overwrite((value) => value.toLowerCase()),
  z.refine(isId, issueText(fieldTexts.notAnId)),
);
/** An id, or the empty text that a form sends for none. */
export const optionalId = z.optional(z.union([id, z.literal('')], issueText(fieldTexts.notAnId)));
export const idParams = z.object({ id });

/** ISO 8601 in UTC, the format of every time in a response. */
export const dateTime = z.iso.datetime();

const cleanLine = (value: string): string => cleanText(value).replace(/\s+/g, ' ');

type TextRules = { required?: string; max: number };

const tooLong = (max: number): string => issueText(fieldTexts.tooLong, { max });

function cleaned(clean: (value: string) => string, { required, max }: TextRules) {
  const base = z
    .string(required ?? issueText(fieldTexts.text))
    .check(bounded(RAW_FACTOR * max, tooLong(max)), z.overwrite(clean));
  return required === undefined
    ? base.check(z.maxLength(max, tooLong(max)))
    : base.check(z.minLength(1, required), z.maxLength(max, tooLong(max)));
}

/**
 * Text of several lines, cleaned. `required` is the message for a text that is empty after cleaning; `max` is in code
 * points.
 */
export const text = (rules: TextRules) => cleaned(cleanText, rules);

/** Text of one line: like `text`, and every run of white space becomes one space. */
export const line = (rules: TextRules) => cleaned(cleanLine, rules);

/** A person's first or last name: a line that contains a letter, and no piles of combining marks. */
export const personName = (required: string) =>
  line({ required, max: 50 }).check(
    z.refine((value) => value === '' || /\p{L}/u.test(value), issueText(fieldTexts.noLetter)),
    z.refine((value) => !/\p{M}{5}/u.test(value), issueText(fieldTexts.manyAccents)),
  );

/** A time that a caller sends: ISO 8601 with an offset. */
export const givenDateTime = (message: string) =>
  z.pipe(z.string(message).check(bounded(40, message)), z.iso.datetime({ offset: true, error: message, abort: true }));

/** A whole number written in a query string. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.pipe(
      z.string(message).check(bounded(9, message), z.regex(/^\d{1,9}$/, { error: message, abort: true })),
      z.transform(Number),
    ),
    z.int().check(z.gte(min, message), z.lte(max, message)),
  );

/** A boolean in a JSON body or in a multipart field, where every value is text. */
export const flag = (message: string) =>
  z.pipe(
    z.union([z.boolean(), z.literal('true'), z.literal('false')], message),
    z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
  );

/** Whether `YYYY-MM-DD` is an existing day from 1900 to 2199. */
export function isPlainDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && year < 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
