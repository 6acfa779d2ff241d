/** The date of birth: its format, and the minimum age for joining. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { HOUR_MS } from '../base/durations.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';
import { fieldTexts } from '../constants/fields.ts';

export const MINIMUM_AGE = 18;

export const birthMessages = defineMessages('account.birth', {
  required: 'Date of birth is required.',
  form: 'Please enter the date as DD-MM-YYYY.',
  tooYoung: 'You must be at least {age} years old to join.',
});

/** Returns the date that `DD-MM-YYYY` names as midnight UTC, or null when there is no such day. */
export function parseDayMonthYear(value: string): Date | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(value);
  if (!match) return null;
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/** Whether someone born on that day (DD-MM-YYYY) is 18 at `now` in the time zone where days begin first. */
export function isOldEnough(dob: string, now: Date): boolean {
  const born = parseDayMonthYear(dob);
  if (!born) return false;
  const today = new Date(now.getTime() + EARLIEST_ZONE_MS);
  return Date.UTC(born.getUTCFullYear() + MINIMUM_AGE, born.getUTCMonth(), born.getUTCDate()) <= today.getTime();
}

const exists = (dob: string): boolean => parseDayMonthYear(dob) !== null && Number(dob.slice(6)) >= 1900;

export const dateOfBirth = (required: MessageDescriptor = birthMessages.required) =>
  z.string(issueText(required)).check(
    bounded(40, issueText(birthMessages.form)),
    z.trim(),
    z.minLength(1, { error: issueText(required), abort: true }),
    z.regex(/^\d{2}-\d{2}-\d{4}$/, { error: issueText(birthMessages.form), abort: true }),
    z.refine(exists, { error: issueText(fieldTexts.noDate), abort: true }),
    z.refine((dob) => isOldEnough(dob, new Date()), issueText(birthMessages.tooYoung, { age: MINIMUM_AGE })),
  );
