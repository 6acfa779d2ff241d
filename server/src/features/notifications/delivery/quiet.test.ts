import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { describe, expect, it } from 'vitest';
import { findQuietEnd, type Quiet } from './quiet.ts';

const end = (now: string, quiet: Quiet): string | null => findQuietEnd(new Date(now), quiet)?.toISOString() ?? null;
const night = (timeZone: string): Quiet => ({ from: '22:00', to: '07:00', timeZone });

describe('Quiet hours', () => {
  it.each([
    // Spring: the clock goes forward, so the night has an hour less.
    ['Europe/Berlin', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['America/New_York', '2026-03-08T03:00:00Z', '2026-03-08T11:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-03T11:30:00Z', '2026-10-03T20:00:00.000Z'],
    // Autumn: the clock goes back, so the night has an hour more.
    ['Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['America/New_York', '2026-11-01T02:00:00Z', '2026-11-01T12:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-04T11:00:00Z', '2026-04-04T20:30:00.000Z'],
    // Zones without clock changes, on both sides of the date line, and with unusual offsets.
    ['Asia/Kathmandu', '2026-06-01T16:15:00Z', '2026-06-02T01:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-06-01T08:00:00Z', '2026-06-01T17:00:00.000Z'],
    ['America/St_Johns', '2026-06-02T00:30:00Z', '2026-06-02T09:30:00.000Z'],
    ['UTC', '2026-06-01T23:59:00Z', '2026-06-02T07:00:00.000Z'],
  ])('from ten to seven in %s, at %s, end at %s', (timeZone, now, until) => {
    expect(end(now, night(timeZone))).toBe(until);
    // They still apply a millisecond before their end, but no longer at it.
    const justBefore = new Date(Date.parse(until) - 1).toISOString();
    expect(end(justBefore, night(timeZone))).toBe(until);
    expect(end(until, night(timeZone))).toBeNull();
  });

  it('agree with the local clock in every minute of the nights on which clocks change', () => {
    for (const [zone, noon] of [
      ['Europe/Berlin', '2026-03-28T12:00:00Z'],
      ['Europe/Berlin', '2026-10-24T12:00:00Z'],
      ['America/New_York', '2026-03-07T17:00:00Z'],
      ['America/New_York', '2026-10-31T17:00:00Z'],
      ['America/St_Johns', '2026-03-07T16:00:00Z'],
      ['America/St_Johns', '2026-10-31T16:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T02:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T02:00:00Z'],
      ['America/Santiago', '2026-04-04T16:00:00Z'],
      ['America/Santiago', '2026-09-05T16:00:00Z'],
      ['Asia/Kathmandu', '2026-03-28T06:00:00Z'],
    ] as const) {
      const localClock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium', hour12: false });
      for (let minute = 0; minute < 24 * 60; minute++) {
        const now = new Date(Date.parse(noon) + minute * MINUTE_MS);
        const clock = localClock.format(now);
        const isNight = clock >= '22:00:00' || clock < '07:00:00';
        expect([zone, clock, findQuietEnd(now, night(zone)) !== null]).toEqual([zone, clock, isNight]);
      }
    }
  });

  it('end after the gap if their end does not exist that night', () => {
    const quiet = { from: '22:00', to: '02:30', timeZone: 'Europe/Berlin' };
    expect(end('2026-03-29T00:59:00Z', quiet)).toBe('2026-03-29T01:30:00.000Z');
  });

  it('end at the first occurrence if their end occurs twice that night', () => {
    const quiet = { from: '22:00', to: '02:30', timeZone: 'Europe/Berlin' };
    expect(end('2026-10-25T00:00:00Z', quiet)).toBe('2026-10-25T00:30:00.000Z');
    expect(end('2026-10-25T00:45:00Z', quiet)).toBeNull();
  });

  it('within a day do not extend over midnight', () => {
    const noon = { from: '12:00', to: '13:00', timeZone: 'Europe/Berlin' };
    expect(end('2026-06-01T10:30:00Z', noon)).toBe('2026-06-01T11:00:00.000Z');
    expect(end('2026-06-01T22:30:00Z', noon)).toBeNull();
  });

  it('do not apply in a time zone that no longer exists', () => {
    expect(end('2026-06-01T23:00:00Z', night('Europe/Atlantis'))).toBeNull();
  });
});
