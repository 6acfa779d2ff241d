import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { english } from '#texts/english.ts';

const texts = defineMessages('webinars.mail.times', { scheduled: 'It was scheduled for: {time}' });

/** Formats a time like "Thu, 24 Dec 2026, 18:30 GMT" in a time zone, with the time in UTC if that differs. */
export function writeTime(time: Date, zone: string | null): string {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }).format(time);
  const here = format(zone ?? 'UTC');
  const inUtc = format('UTC');
  return here === inUtc ? here : `${here} (${inUtc})`;
}

/** The line about the time of a webinar that does not take place; none if it had no time. */
export const listScheduled = (time: Date | null, zone: string | null): WrittenText[] =>
  time ? [english(texts.scheduled, { time: writeTime(time, zone) })] : [];
