import { expect, it } from 'vitest';
import { summarize } from './finding.ts';

it.each([
  [{ ok: 14, warn: 0, fail: 0 }, '14 ok, 0 warnings, 0 failed'],
  [{ ok: 1, warn: 1, fail: 1 }, '1 ok, 1 warning, 1 failed'],
  [{ ok: 3, warn: 2, fail: 0 }, '3 ok, 2 warnings, 0 failed'],
])('The summary of a report names its counts in the right number: %j', (counts, line) => {
  expect(summarize(counts)).toBe(line);
});
