import { expect, test } from 'vitest';
import { findLongLines } from './long-lines.ts';

test('A line of 120 characters is short enough, and a longer one is named by its number', () => {
  expect(findLongLines(`${'x'.repeat(120)}\n${'x'.repeat(121)}\n`)).toEqual([2]);
});
