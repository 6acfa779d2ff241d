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
  ])('%d reads %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });
});

describe('Relative times', () => {
  const now = new Date(2026, 2, 18, 12, 0, 0).getTime();
  const ago = (milliseconds: number) => formatRelative(now - milliseconds, now);
  it('says now within a minute, also when the clocks differ a little', () => {
    expect(ago(59_000)).toBe('now');
    expect(ago(-30_000)).toBe('now');
  });
  it('counts minutes, then hours', () => {
    expect(ago(60_000)).toBe('1 min');
    expect(ago(59 * 60_000 + 59_000)).toBe('59 min');
    expect(ago(3 * 3_600_000)).toBe('3 h');
    expect(ago(24 * 3_600_000 - 1)).toBe('23 h');
  });
  it('A time of the last four weeks is counted in days, then weeks; an older one is a date, then with its year', () => {
    const day = 24 * 3_600_000;
    expect([1, 2, 6.9, 7, 13.9, 21, 27.9].map((days) => ago(days * day))).toEqual([
      '1 d',
      '2 d',
      '6 d',
      '1 w',
      '1 w',
      '3 w',
      '3 w',
    ]);
    expect(ago(28 * day)).toBe('18 Feb');
    expect(formatRelative(new Date(2025, 8, 12), now)).toBe('12 Sep 2025');
  });
  it('A time at the end of a sentence says that it is past', () => {
    expect(formatAgo(now, now)).toBe('just now');
    expect(formatAgo(now - 5 * 60_000, now)).toBe('5 min ago');
    expect(formatAgo(new Date(2025, 8, 12), now)).toBe('12 Sep 2025');
  });
  it('gives a date for what lies ahead', () => {
    expect(formatRelative(new Date(2026, 2, 20), now)).toBe('20 Mar');
  });
  it('A time shows nothing for what is no date', () => {
    expect(formatRelative('yesterday-ish', now)).toBe('');
    expect(formatExact('yesterday-ish')).toBe('');
  });
});

describe('Exact times', () => {
  const moment = new Date(2026, 2, 5, 8, 7);
  it('has weekday, date and clock', () => {
    expect(formatExact(moment)).toBe('Thursday, 5 March 2026 at 08:07');
  });
  it('makes date pills and clocks of two digits', () => {
    expect(formatDatePill(moment)).toBe('Mar 05, 2026');
    expect(formatClock(moment)).toBe('08:07');
  });
});

describe('Months', () => {
  it('A month has three letters and its year', () => {
    expect(formatMonth('2026-03-14')).toBe('Mar 2026');
    expect(formatMonth('2025-09-01')).toBe('Sep 2025');
    expect(formatMonth('2025-13-01')).toBe('');
    expect(formatMonth('soon')).toBe('');
  });
  it('The names of months are written out', () => {
    expect(monthNames()).toHaveLength(12);
    expect(monthNames()[8]).toBe('September');
  });
});

describe('A moment that is planned', () => {
  it('has three letters for September, and the clock of its time zone', () => {
    const options = { timeZone: 'Europe/Berlin', timeZoneName: undefined };
    expect(formatPlanned(new Date('2026-09-12T18:00:00Z'), options)).toBe('Sat 12 Sep, 20:00');
  });
});

describe('Dates and counts on pages in another language', () => {
  it('are written as that language writes them', () => {
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
