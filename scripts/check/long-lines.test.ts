import { expect, test } from 'vitest';
import { findLongLines } from './long-lines.ts';

test('findLongLines accepts a line of 120 characters and returns the number of a longer one', () => {
  expect(findLongLines(`${'x'.repeat(120)}\n${'x'.repeat(121)}\n`)).toEqual([2]);
});
