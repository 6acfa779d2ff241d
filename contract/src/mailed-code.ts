/** The 6-digit code that goes by mail, as it is typed or pasted: spaces and dashes count for nothing. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';

/** Takes out what a code is written with for reading. */
export const stripCode = (typed: string): string => typed.replace(/[\s\-\u2010-\u2015]/g, '');

export const mailedCode = z
  .string('Please enter the code.')
  .check(bounded(40, 'The code has 6 digits.'), z.overwrite(stripCode), z.regex(/^\d{6}$/, 'The code has 6 digits.'));
