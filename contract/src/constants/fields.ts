/** What all fields share: messages, the format of ids, and the cleaning of texts. */
import { defineMessages } from '../base/message.ts';

/** Messages for fields of any kind. */
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

/** Whether this is an id as responses contain it: a lower-case UUID. */
export const isId = (value: string): boolean => UUID.test(value);

// C0 controls except tab and line feed, DEL and C1, and the marks that override text direction: nobody types any of
// them, and each can corrupt a page, a log or a mail.
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

// Composing takes quadratic time over combining marks in a row. Unicode's Stream-Safe Text Format allows 30 of them
// (UAX #15, section 13); no language needs more.
const MARKS_IN_EXCESS = /(\p{M}{30})\p{M}+/gu;

// Spaces, format characters (zero-width joiners, soft hyphens, variation selectors) and fillers that are drawn as
// nothing.
const NOT_BLANK = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Returns the length of a text as all limits count it: in code points, so that most emoji count once. */
export const countCharacters = (text: string): number => Array.from(text).length;

/**
 * Returns well-formed, composed (NFC) text with `\n` line ends, without control and direction-override characters,
 * trimmed. Empty if a reader would see nothing.
 */
export function cleanText(value: string): string {
  const composed = value.toWellFormed().replace(MARKS_IN_EXCESS, '$1').normalize('NFC');
  const clean = composed.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').trim();
  return NOT_BLANK.test(clean) ? clean : '';
}
