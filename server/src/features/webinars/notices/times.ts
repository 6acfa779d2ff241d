import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { english } from '#texts/english.ts';

const texts = defineMessages('webinars.mail.times', { scheduled: 'It was scheduled for: {time}' });

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/**
 * Formats a time like "Thu, 24 Dec 2026, 18:30 CET (17:30 UTC)" in a time zone, with the time in UTC if that differs,
 * and its day if that differs as well.
 */
export function writeTime(time: Date, zone: string | null): string {
  const format = (parts: Intl.DateTimeFormatOptions, timeZone: string | null) =>
    new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: timeZone ?? 'UTC' }).format(time);
  const here = format({ ...DAY, ...CLOCK }, zone);
  const inUtc = format({ ...DAY, ...CLOCK }, null);
  if (here === inUtc) return here;
  return `${here} (${format(DAY, zone) === format(DAY, null) ? format(CLOCK, null) : inUtc})`;
}

/** The line about the time of a webinar that does not take place; none if it had no time. */
export const listScheduled = (time: Date | null, zone: string | null): WrittenText[] =>
  time ? [english(texts.scheduled, { time: writeTime(time, zone) })] : [];
