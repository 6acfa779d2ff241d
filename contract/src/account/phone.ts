/** A phone number as people type it, stored as digits. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';

export const phoneMessages = defineMessages('phone', {
  required: 'Phone number is required.',
  notValid: 'Phone number is not valid',
});

/** Removes what people and browsers put between the digits, and the leading `+`. */
const toDigits = (typed: string): string => typed.replace(/[\s().[\]\-\u2010-\u2015]/g, '').replace(/^\+/, '');

/** A phone number of 10 to 13 digits. `tooShort` replaces the message for fewer than ten characters. */
export const phone = (tooShort: MessageDescriptor = phoneMessages.notValid) =>
  z
    .string(issueText(phoneMessages.required))
    .check(
      bounded(60, issueText(phoneMessages.notValid)),
      z.overwrite(toDigits),
      z.minLength(1, { error: issueText(phoneMessages.required), abort: true }),
      z.minLength(10, { error: issueText(tooShort), abort: true }),
      z.regex(/^\d{10,13}$/, issueText(phoneMessages.notValid)),
    );
