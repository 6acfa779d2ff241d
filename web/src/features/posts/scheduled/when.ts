/** Times at which a post is to be published, by the clock of this browser. */
import { MAX_DAYS_AHEAD } from '@afterhours/contract/scheduling';
import { dateLocale } from '#lib/text/locale.ts';

const DAY_MS = 86_400_000;
const MORNING = 9;
const EVENING = 18;
const MONDAY = 1;

const two = (part: number): string => String(part).padStart(2, '0');

/** What the fields for a date and a time have: `YYYY-MM-DD` and `HH:mm`. */
export type LocalTime = { date: string; time: string };

export const toLocalTime = (moment: Date): LocalTime => ({
  date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
  time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
});

/** What is wrong with a time; `skipped`: the clocks go forward over it. */
export type TimeProblem = 'missing' | 'skipped' | 'past' | 'far';

/** Returns the moment of a local time, or why it cannot be taken. Of an hour that comes twice, it is the first one. */
export function toMoment({ date, time }: LocalTime, now = Date.now()): Date | TimeProblem {
  const moment = new Date(`${date}T${time}`);
  if (date === '' || time === '' || Number.isNaN(moment.getTime())) return 'missing';
  const shown = toLocalTime(moment);
  if (shown.date !== date || shown.time !== time) return 'skipped';
  if (moment.getTime() <= now) return 'past';
  return moment.getTime() > now + MAX_DAYS_AHEAD * DAY_MS ? 'far' : moment;
}

/** The day that is so many days from now, at an hour. */
const atHour = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

export type QuickChoice = { name: 'evening' | 'morning' | 'monday'; moment: Date };

/** The usual times: this evening, unless it is near, tomorrow morning, and next Monday, unless that is tomorrow. */
export function listQuickChoices(now = new Date()): QuickChoice[] {
  const untilMonday = (MONDAY + 7 - now.getDay()) % 7 || 7;
  return [
    ...(now.getHours() < EVENING - 1 ? [{ name: 'evening' as const, moment: atHour(now, 0, EVENING) }] : []),
    { name: 'morning', moment: atHour(now, 1, MORNING) },
    ...(untilMonday > 1 ? [{ name: 'monday' as const, moment: atHour(now, untilMonday, MORNING) }] : []),
  ];
}

/** "Central European Summer Time", as the zone of this browser is called at a moment. */
export function zoneName(moment: Date): string {
  const parts = new Intl.DateTimeFormat(dateLocale(), { timeZoneName: 'long' }).formatToParts(moment);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
