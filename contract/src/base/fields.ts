/** Building blocks that several features share: ids, times, cleaned text, whole numbers in a query. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';
import { issueText } from './issue.ts';
import { defineMessages } from './message.ts';

/** What is wrong with a field of any kind. */
export const fieldTexts = defineMessages('fields', {
  required: 'This field is required.',
  willBeRequired: 'This field will be required',
  notAnId: 'This is not a valid id.',
  text: 'Please enter text.',
  tooLong: 'Please use at most {max, number} characters.',
  noLetter: 'Please use at least one letter.',
  wholeNumber: 'This must be a whole number.',
  manyAccents: 'Please use fewer accents on one letter.',
  noDate: 'This date does not exist.',
  trueOrFalse: 'This must be true or false.',
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether this is an id as it is answered: a UUID in lower case. */
export const isId = (value: string): boolean => UUID.test(value);

/** How much longer than its limit a text may arrive: cleaning composes letters and drops characters. */
const RAW_FACTOR = 4;

/** An id; capitals are taken for the same letters, so that one thing never has two names. */
export const id = z.string(issueText(fieldTexts.required)).check(
  bounded(36, issueText(fieldTexts.notAnId)),
  z.overwrite((value) => value.toLowerCase()),
  z.regex(UUID, issueText(fieldTexts.notAnId)),
);
/** An id, or the empty text of a form that has none. */
export const optionalId = z.optional(z.union([id, z.literal('')], issueText(fieldTexts.notAnId)));
export const idParams = z.object({ id });

/** ISO 8601 in UTC, as every time is answered. */
export const dateTime = z.iso.datetime();

// C0 controls but tab and line feed, DEL and C1, and the marks that override text direction: none of them is something
// a person types, and each can corrupt a page, a log or a mail.
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

// Composing takes quadratic time over combining marks in a row. Unicode's Stream-Safe Text Format allows 30 of them
// (UAX #15, section 13); no language needs more.
const MARKS_IN_EXCESS = /(\p{M}{30})\p{M}+/gu;

// Spaces, format characters (zero-width joiners, soft hyphens, variation selectors) and fillers that are drawn as
// nothing.
const NOT_BLANK = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/**
 * Well-formed, composed (NFC) text with `\n` line ends, without control and direction-override characters, trimmed.
 * Empty when a reader would see nothing of it.
 */
export function cleanText(value: string): string {
  const composed = value.toWellFormed().replace(MARKS_IN_EXCESS, '$1').normalize('NFC');
  const clean = composed.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').trim();
  return NOT_BLANK.test(clean) ? clean : '';
}

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

/** Text of several lines, cleaned; `required` is the message when nothing is left of it. Length in code points. */
export const text = (rules: TextRules) => cleaned(cleanText, rules);

/** Text of one line: as `text`, and runs of white space become one space. */
export const line = (rules: TextRules) => cleaned(cleanLine, rules);

/** A person's first or last name: a line that holds a letter, and no heaps of combining marks. */
export const personName = (required: string) =>
  line({ required, max: 50 }).check(
    z.refine((value) => value === '' || /\p{L}/u.test(value), issueText(fieldTexts.noLetter)),
    z.refine((value) => !/\p{M}{5}/u.test(value), issueText(fieldTexts.manyAccents)),
  );

/** A moment that a caller names: ISO 8601 with an offset. */
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

/** A yes or no in a JSON body, and in a multipart field, where everything is text. */
export const flag = (message: string) =>
  z.pipe(
    z.union([z.boolean(), z.literal('true'), z.literal('false')], message),
    z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
  );

/** Whether `YYYY-MM-DD` names a day that exists, from 1900 to 2199. */
export function isPlainDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && year < 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
