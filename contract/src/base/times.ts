/** Times and time zones that callers give. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';

/** In UTC the year may be another than the one written: beyond four digits it could be kept, but not answered. */
export function isAnswerableTime(value: string): boolean {
  const time = new Date(value).getTime();
  return time >= 0 && time < Date.UTC(10_000, 0);
}

/** Whether this runtime knows a zone by that name. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The name of a time zone, such as Europe/Lisbon; `error` says that it is none. */
export const timeZone = (error: string) =>
  z
    .string(error)
    .check(
      bounded(64, error),
      z.regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, { error, abort: true }),
      z.refine(isTimeZone, error),
    );
