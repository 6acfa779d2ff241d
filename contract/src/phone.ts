/** A phone number as people write it, kept as digits. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';

/** Without what people and browsers put between the digits, and without the `+` before them. */
const toDigits = (typed: string): string => typed.replace(/[\s().[\]\-\u2010-\u2015]/g, '').replace(/^\+/, '');

/** 10 to 13 digits. `tooShort` is said of fewer than ten characters, where that has words of its own. */
export const phone = (tooShort = 'Phone number is not valid') =>
  z
    .string('Phone number is required.')
    .check(
      bounded(60, 'Phone number is not valid'),
      z.overwrite(toDigits),
      z.minLength(1, { error: 'Phone number is required.', abort: true }),
      z.minLength(10, { error: tooShort, abort: true }),
      z.regex(/^\d{10,13}$/, 'Phone number is not valid'),
    );
