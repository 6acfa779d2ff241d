/** Times and time zones that callers send. */
import * as z from 'zod/mini';
import { bounded } from './bounded.ts';

/**
 * Whether a response can contain this time. The year in UTC may differ from the one written: beyond four digits, it
 * could be stored but not returned.
 */
export function isSerializableTime(value: string): boolean {
  const time = new Date(value).getTime();
  return time >= 0 && time < Date.UTC(10_000, 0);
}

/** Whether this runtime knows a time zone of that name. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The name of a time zone, such as Europe/Lisbon; `error` is the message for anything else. */
export const timeZone = (error: string) =>
  z
    .string(error)
    .check(
      bounded(64, error),
      z.regex(/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/, { error, abort: true }),
      z.refine(isTimeZone, error),
    );
