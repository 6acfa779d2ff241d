import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { expect, it } from 'vitest';
import { formatAhead } from './format-ahead.ts';

it.each([
  [20, 'in 20 minutes'],
  [59.4, 'in 59 minutes'],
  [60, 'in 1 hour'],
  [200, 'in 3 hours'],
  [0.4, 'this minute'],
  [1, 'in 1 minute'],
  [-5, 'this minute'],
])('%d minutes ahead is %s', (minutes, expected) => {
  const now = Date.parse('2026-03-01T20:00:00Z');
  expect(formatAhead(new Date(now + minutes * MINUTE_MS).toISOString(), now)).toBe(expected);
});
