import { expect, it } from 'vitest';
import { writeDay, writeTime } from './times.ts';

it('writes a time in the zone of the host, and in UTC with the day only if that is another one', () => {
  const evening = new Date('2026-12-24T17:30:00Z');
  expect(writeTime(evening, 'Europe/Lisbon')).toBe('Thu, 24 Dec 2026, 17:30 WET (17:30 UTC)');
  expect(writeTime(evening, 'Asia/Tokyo')).toBe('Fri, 25 Dec 2026, 02:30 GMT+9 (Thu, 24 Dec 2026, 17:30 UTC)');
  expect(writeTime(evening, null)).toBe('Thu, 24 Dec 2026, 17:30 UTC');
});

it('A day is that of the time zone, and of UTC in a time zone that is unknown', () => {
  const evening = new Date('2026-12-24T17:30:00Z');
  expect(writeDay(evening, 'Asia/Tokyo')).toBe('Friday, 25 December 2026');
  for (const zone of ['Europe/Lisbon', null, 'Europe/Atlantis'])
    expect(writeDay(evening, zone)).toBe('Thursday, 24 December 2026');
  expect(writeTime(evening, 'Europe/Atlantis')).toBe('Thu, 24 Dec 2026, 17:30 UTC');
});
