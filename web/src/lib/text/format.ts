import { DAY_MS, HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { defineMessages } from '@afterhours/contract/base/message';
import { dateLocale, monthFirstLocale, numberLocale } from './locale.ts';
import { i18n, t } from './translate.ts';

const WEEK_MS = 7 * DAY_MS;

const texts = defineMessages('lib.format', {
  now: 'now',
  justNow: 'just now',
  minutes: '{n} min',
  hours: '{n} h',
  days: '{n} d',
  weeks: '{n} w',
  ago: '{age} ago',
});

const units = [
  [WEEK_MS, texts.weeks],
  [DAY_MS, texts.days],
  [HOUR_MS, texts.hours],
  [MINUTE_MS, texts.minutes],
] as const;

const weekday = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;
const dateForms = {
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  pill: { day: '2-digit', month: 'short', year: 'numeric' },
  weekday,
  month: { month: 'short', year: 'numeric', timeZone: 'UTC' },
  exact: { ...weekday, ...clock },
  clock,
} satisfies Record<string, Intl.DateTimeFormatOptions>;
const countForms = {
  full: {},
  short: { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' },
} satisfies Record<string, Intl.NumberFormatOptions>;

/** Cached, because creating a formatter takes far longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function cachedFormatter<Formatter extends Intl.DateTimeFormat | Intl.NumberFormat>(
  key: string,
  make: () => Formatter,
) {
  const formatter = formatters.get(key) ?? make();
  formatters.set(key, formatter);
  return formatter as Formatter;
}

/** British English abbreviates September to four letters; the product's dates use three. */
const withShortMonth = (date: string): string => (i18n.locale === 'en' ? date.replace(/\bSept\b/, 'Sep') : date);

function formatAs(form: keyof typeof dateForms, value: string | number | Date, locale = dateLocale()): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const formatter = cachedFormatter(`${locale} ${form}`, () => new Intl.DateTimeFormat(locale, dateForms[form]));
  return withShortMonth(formatter.format(date));
}

function formatNumber(form: keyof typeof countForms, count: number): string {
  const locale = numberLocale();
  return cachedFormatter(`${locale} ${form}`, () => new Intl.NumberFormat(locale, countForms[form])).format(count);
}

/** Returns the exact number: "12,345". */
export const formatExactCount = (count: number): string => formatNumber('full', count);

/**
 * Returns "1,234" for counts up to 9,999, then "12.3K", "4.5M", "1.2B": truncated, never rounded up, so that a count is
 * not shown before it is reached.
 */
export const formatCount = (count: number): string => formatNumber(Math.abs(count) < 10_000 ? 'full' : 'short', count);

/** Returns "12 Mar" in local time, with the year if it is not the current one. */
export function formatDate(value: string | number | Date, now: number = Date.now()): string {
  const sameYear = new Date(value).getFullYear() === new Date(now).getFullYear();
  return formatAs(sameYear ? 'day' : 'dayOfYear', value);
}

/** Returns "Friday, 12 March 2027" in local time. */
export const formatDay = (value: string | number | Date): string => formatAs('weekday', value);

/** Returns "5 min", "3 h", "2 d" or "3 w" for an age below four weeks; otherwise undefined. */
function formatAge(age: number): string | undefined {
  if (age >= 4 * WEEK_MS) return undefined;
  const unit = units.find(([size]) => age >= size);
  return unit && t(unit[1], { n: Math.floor(age / unit[0]) });
}

/** Returns "now", "5 min", "3 h", "2 d" or "3 w", and the date after four weeks. Up to a minute ahead counts as now. */
export function formatRelative(value: string | number | Date, now: number = Date.now()): string {
  const age = now - new Date(value).getTime();
  if (Math.abs(age) < MINUTE_MS) return t(texts.now);
  return formatAge(age) ?? formatDate(value, now);
}

/** Like `formatRelative`, for the end of a sentence: "just now", "5 min ago", "12 Mar". */
export function formatAgo(value: string | number | Date, now: number = Date.now()): string {
  const age = now - new Date(value).getTime();
  if (Math.abs(age) < MINUTE_MS) return t(texts.justNow);
  const short = formatAge(age);
  return short ? t(texts.ago, { age: short }) : formatDate(value, now);
}

/** Returns the exact moment for a tooltip: "Thursday, 12 March 2026 at 18:07", in local time. */
export const formatExact = (value: string | number | Date): string => formatAs('exact', value);

/** Returns "Mar 05, 2026" for the pill above a day of messages. */
export const formatDatePill = (value: string | number | Date): string => formatAs('pill', value, monthFirstLocale());

/** Returns "18:07" in local time. */
export const formatClock = (value: string | number | Date): string => formatAs('clock', value);

/** Returns "Mar 2026" for a plain date YYYY-MM-DD, which has no time zone. */
export function formatMonth(date: string): string {
  const [month] = /^\d{4}-(0[1-9]|1[0-2])/.exec(date) ?? [];
  return month ? formatAs('month', `${month}-01T00:00:00Z`, monthFirstLocale()) : '';
}

/** Returns the full names of the months: "January". */
export function monthNames(): string[] {
  const formatter = new Intl.DateTimeFormat(dateLocale(), { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => formatter.format(Date.UTC(2000, month)));
}

const planned: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** Formats a planned moment by the clock of a time zone (the viewer's by default): "Thu, 12 Mar, 20:00 CET". */
export function formatPlanned(time: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return withShortMonth(new Intl.DateTimeFormat(dateLocale(), { ...planned, ...options }).format(time));
}
