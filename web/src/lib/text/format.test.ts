import { DAY_MS, HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { afterEach, describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatClock,
  formatCount,
  formatDate,
  formatDatePill,
  formatExact,
  formatMonth,
  formatPlanned,
  formatRelative,
  monthNames,
} from './format.ts';
import { i18n } from './translate.ts';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('Counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1234, '1,234'],
    [9999, '9,999'],
    [10_000, '10K'],
    [12_345, '12.3K'],
    [999_999, '999.9K'],
    [1_250_000, '1.2M'],
    [3_000_000_000, '3B'],
  ])('display %d as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });
});

describe('Relative times', () => {
  const now = new Date(2026, 2, 18, 12, 0, 0).getTime();
  const ago = (milliseconds: number) => formatRelative(now - milliseconds, now);
  it('say "now" within a minute, even if clocks differ slightly', () => {
    expect(ago(59_000)).toBe('now');
    expect(ago(-30_000)).toBe('now');
  });
  it('count minutes, then hours', () => {
    expect(ago(60_000)).toBe('1 min');
    expect(ago(59 * MINUTE_MS + 59_000)).toBe('59 min');
    expect(ago(3 * HOUR_MS)).toBe('3 h');
    expect(ago(DAY_MS - 1)).toBe('23 h');
  });
  it('count days and weeks within four weeks, and are dates after that, with the year if it is another year', () => {
    expect([1, 2, 6.9, 7, 13.9, 21, 27.9].map((days) => ago(days * DAY_MS))).toEqual([
      '1 d',
      '2 d',
      '6 d',
      '1 w',
      '1 w',
      '3 w',
      '3 w',
    ]);
    expect(ago(28 * DAY_MS)).toBe('18 Feb');
    expect(formatRelative(new Date(2025, 8, 12), now)).toBe('12 Sep 2025');
  });
  it('say "ago" at the end of a sentence', () => {
    expect(formatAgo(now, now)).toBe('just now');
    expect(formatAgo(now - 5 * MINUTE_MS, now)).toBe('5 min ago');
    expect(formatAgo(new Date(2025, 8, 12), now)).toBe('12 Sep 2025');
  });
  it('are dates if they lie in the future', () => {
    expect(formatRelative(new Date(2026, 2, 20), now)).toBe('20 Mar');
  });
  it('are empty for a value that is not a date', () => {
    expect(formatRelative('yesterday-ish', now)).toBe('');
    expect(formatExact('yesterday-ish')).toBe('');
  });
});

describe('Exact times', () => {
  const moment = new Date(2026, 2, 5, 8, 7);
  it('have weekday, date and time', () => {
    expect(formatExact(moment)).toBe('Thursday, 5 March 2026 at 08:07');
  });
  it('have two-digit days in date pills, and two-digit hours and minutes in clocks', () => {
    expect(formatDatePill(moment)).toBe('Mar 05, 2026');
    expect(formatClock(moment)).toBe('08:07');
  });
});

describe('Months', () => {
  it('are abbreviated to three letters, with their year', () => {
    expect(formatMonth('2026-03-14')).toBe('Mar 2026');
    expect(formatMonth('2025-09-01')).toBe('Sep 2025');
    expect(formatMonth('2025-13-01')).toBe('');
    expect(formatMonth('soon')).toBe('');
  });
  it('have full names in the list of months', () => {
    expect(monthNames()).toHaveLength(12);
    expect(monthNames()[8]).toBe('September');
  });
});

describe('A planned moment', () => {
  it('abbreviates September to three letters and uses the clock of its time zone', () => {
    const options = { timeZone: 'Europe/Berlin', timeZoneName: undefined };
    expect(formatPlanned(new Date('2026-09-12T18:00:00Z'), options)).toBe('Sat 12 Sep, 20:00');
  });
});

describe('Dates and counts on pages in another language', () => {
  it('are formatted by the rules of that language', () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
    const moment = new Date(2025, 9, 5, 8, 7);
    expect(formatDate(moment, moment.getTime())).toBe('5. Okt.');
    expect(formatDatePill(moment)).toBe('05. Okt. 2025');
    expect(formatExact(moment)).toBe('Sonntag, 5. Oktober 2025 um 08:07');
    expect(formatMonth('2025-10-01')).toBe('Okt. 2025');
    expect(monthNames()[9]).toBe('Oktober');
    expect(formatCount(1_234)).toBe('1.234');
    expect(formatCount(1_250_000)).toBe('1,2\u00a0Mio.');
  });
});
