/** Messages about requests as such, whatever they are for. */
import { defineMessages } from '@afterhours/contract/base/message';

export const httpTexts = defineMessages('http', {
  ok: 'OK',
  notAnObject: 'The body must be a JSON object.',
  notJson: 'The body is not valid JSON.',
  emptyBody: 'The body is empty.',
  mediaType: 'Please send JSON, or multipart/form-data where the call takes files.',
  reference: 'Something this refers to is no longer there.',
  characters: 'The text holds characters that cannot be stored.',
  otherCursor: 'This cursor does not belong to this list.',
  filesAway: 'Files cannot be stored or read right now. Please try again in a moment.',
  noRoom: 'The server has no room left to store this.',
  keyForm: 'Idempotency-Key must have 1 to 200 visible characters.',
  keyRunning: 'The first call with this key is still running.',
  keyUsed: 'This key was used for another call.',
});

export const multipartTexts = defineMessages('http.multipart', {
  // Two apostrophes stand for one before a brace.
  fileField: "Files are not taken in the field ''{field}''.",
  longField: "The field ''{field}'' is too long.",
  manyFields: 'Please send at most {max, number} fields.',
  manyFiles: '{max, plural, =1 {Please send one file.} other {Please choose at most {max, number} files.}}',
  largeFile: 'Each file may have at most {size}.',
  cutOff: 'The upload was cut off or could not be read. Please send it again.',
});
