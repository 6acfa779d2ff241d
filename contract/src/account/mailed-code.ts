/** The mailed 6-digit code, as a person types or pastes it: spaces and dashes are ignored. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';

export const codeMessages = defineMessages('code', {
  required: 'Please enter the code.',
  digits: 'The code has 6 digits.',
  wrong: 'This code is wrong or has expired.',
});

/** Removes the spaces and dashes that make a code easier to read. */
export const stripCode = (typed: string): string => typed.replace(/[\s\-\u2010-\u2015]/g, '');

const digits = issueText(codeMessages.digits);
export const mailedCode = z
  .string(issueText(codeMessages.required))
  .check(bounded(40, digits), z.overwrite(stripCode), z.regex(/^\d{6}$/, digits));
