import { expect, test } from 'vitest';
import { currentSums, landedSums } from './migration-sums.ts';

test('A migration that has landed stays as it was; a new one is written down by `npm run fix`', () => {
  expect(currentSums()).toEqual(landedSums());
});
