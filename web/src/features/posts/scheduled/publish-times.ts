/** Times at which a post is published, in this browser's time zone. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import { MAX_DAYS_AHEAD } from '@afterhours/contract/posts/scheduling';
import { toLocalField } from '#lib/text/local-field.ts';
import { dateLocale } from '#lib/text/locale.ts';

const MORNING = 9;
const EVENING = 18;
const MONDAY = 1;

/** The values of a date field and a time field: `YYYY-MM-DD` and `HH:mm`. */
export type LocalTime = { date: string; time: string };

export function toLocalTime(moment: Date): LocalTime {
  const [date = '', time = ''] = toLocalField(moment).split('T');
  return { date, time };
}

/** The problem with a time; `skipped` means that the clocks go forward over it. */
export type TimeProblem = 'missing' | 'skipped' | 'past' | 'far';

/** Returns the moment of a local time, or why it is invalid. For an hour that occurs twice, returns the first one. */
export function toMoment({ date, time }: LocalTime, now = Date.now()): Date | TimeProblem {
  const moment = new Date(`${date}T${time}`);
  if (date === '' || time === '' || Number.isNaN(moment.getTime())) return 'missing';
  const shown = toLocalTime(moment);
  if (shown.date !== date || shown.time !== time) return 'skipped';
  if (moment.getTime() <= now) return 'past';
  return moment.getTime() > now + MAX_DAYS_AHEAD * DAY_MS ? 'far' : moment;
}

/** Returns an hour on the day that is `days` from now. */
const atHour = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

export type QuickChoice = { name: 'evening' | 'morning' | 'monday'; moment: Date };

/**
 * Lists the suggested times: this evening, unless it is close, tomorrow morning, and next Monday, unless that is
 * tomorrow.
 */
export function listQuickChoices(now = new Date()): QuickChoice[] {
  const untilMonday = (MONDAY + 7 - now.getDay()) % 7 || 7;
  return [
    ...(now.getHours() < EVENING - 1 ? [{ name: 'evening' as const, moment: atHour(now, 0, EVENING) }] : []),
    { name: 'morning', moment: atHour(now, 1, MORNING) },
    ...(untilMonday > 1 ? [{ name: 'monday' as const, moment: atHour(now, untilMonday, MORNING) }] : []),
  ];
}

/** Returns the name of this browser's time zone at a moment, such as "Central European Summer Time". */
export function zoneName(moment: Date): string {
  const parts = new Intl.DateTimeFormat(dateLocale(), { timeZoneName: 'long' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
