import { expect, it, vi } from 'vitest';
import { formatUtcDay } from './format-utc-day.ts';

it('A day is that of UTC, also where the next day has begun', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  expect(new Date('2026-11-01T10:00:00.000Z').getDate()).toBe(2);
  expect(formatUtcDay('2026-11-01T10:00:00.000Z')).toBe('Sunday, 1 November 2026');
});
