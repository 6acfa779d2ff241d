import { expect, test } from 'vitest';
import { currentSums, landedSums } from './migration-sums.ts';

test('sums.json has the checksum of every migration: landed ones are unchanged, and new ones are recorded', () => {
  expect(currentSums()).toEqual(landedSums());
});
