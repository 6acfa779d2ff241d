import { defineMessages } from '@afterhours/contract/base/message';
import { t } from './translate.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

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
  [week, texts.weeks],
  [day, texts.days],
  [hour, texts.hours],
  [minute, texts.minutes],
] as const;

const grouped = new Intl.NumberFormat('en-US');
const longDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const two = (part: number): string => String(part).padStart(2, '0');

/**
 * 1,234 up to 9,999, then 12.3K, 4.5M, 1.2B: cut, never rounded up, so that a count is not promised before it is
 * reached.
 */
export function formatCount(count: number): string {
  if (Math.abs(count) < 10_000) return grouped.format(count);
  const steps = [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const;
  for (const [size, letter] of steps) {
    if (Math.abs(count) >= size) return `${Math.trunc((count / size) * 10) / 10}${letter}`;
  }
  return grouped.format(count);
}

/** "12 Mar", with the year once it is another one; local time. */
export function formatDate(value: string | number | Date, now: number = Date.now()): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  const short = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === new Date(now).getFullYear() ? short : `${short} ${date.getFullYear()}`;
}

/** "5 min", "3 h", "2 d", "3 w" for the four weeks before now; nothing otherwise. */
function formatAge(age: number): string | undefined {
  if (age >= 4 * week) return undefined;
  const found = units.find(([size]) => age >= size);
  return found && t(found[1], { n: Math.floor(age / found[0]) });
}

/** "now", "5 min", "3 h", "2 d", "3 w", from four weeks on the date. A future time counts as now for a minute. */
export function formatRelative(value: string | number | Date, now: number = Date.now()): string {
  const age = now - new Date(value).getTime();
  if (Math.abs(age) < minute) return t(texts.now);
  return formatAge(age) ?? formatDate(value, now);
}

/** The same at the end of a sentence: "just now", "5 min ago", "12 Mar". */
export function formatAgo(value: string | number | Date, now: number = Date.now()): string {
  const age = now - new Date(value).getTime();
  if (Math.abs(age) < minute) return t(texts.justNow);
  const short = formatAge(age);
  return short ? t(texts.ago, { age: short }) : formatDate(value, now);
}

/** The exact moment for a tooltip: "Thursday, 12 March 2026 at 18:07", local time. */
export function formatExact(value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : longDate.format(date);
}

/** "Mar 05, 2026": the pill above a day of messages. */
export function formatDatePill(value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${months[date.getMonth()]} ${two(date.getDate())}, ${date.getFullYear()}`;
}

/** "18:07", local time. */
export function formatClock(value: string | number | Date): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** "Mar 2026" of a plain date YYYY-MM-DD, which has no time zone. */
export function formatMonth(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  return month ? `${months[Number(month) - 1] ?? ''} ${year}` : '';
}

const planned: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** A moment that is planned, by the clock of a time zone (the viewer's when left out): "Thu, 12 Mar, 20:00 CET". */
export function formatPlanned(time: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return new Intl.DateTimeFormat('en-GB', { ...planned, ...options }).format(time);
}
