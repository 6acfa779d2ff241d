/** Messages about requests as such, whatever they are for. */
import { defineMessages } from '@afterhours/contract/base/message';

export const httpTexts = defineMessages('http', {
  ok: 'OK',
  tryAgain: 'Try again',
  notAnObject: 'The body must be a JSON object.',
  notJson: 'The body is not valid JSON.',
  emptyBody: 'The body is empty.',
  mediaType: 'Please send JSON, or multipart/form-data for calls that accept files.',
  reference: 'Something this refers to no longer exists.',
  characters: 'The text contains characters that cannot be stored.',
  filesAway: 'Files cannot be stored or read right now. Please try again in a moment.',
  noRoom: 'The server is out of storage space.',
  keyForm: 'Idempotency-Key must have 1 to 200 visible characters.',
  keyRunning: 'The first call with this key is still running.',
  keyUsed: 'This key has already been used for another call.',
});

export const multipartTexts = defineMessages('http.multipart', {
  // Two apostrophes stand for one before a brace.
  fileField: "The field ''{field}'' does not accept files.",
  longField: "The field ''{field}'' is too long.",
  manyFields: 'Please send at most {max, number} fields.',
  manyFiles: '{max, plural, =1 {Please send one file.} other {Please choose at most {max, number} files.}}',
  largeFile: 'Each file may be at most {size}.',
  manyAtOnce: 'Please wait until your other uploads are complete.',
  cutOff: 'The upload was interrupted or could not be read. Please send it again.',
});
