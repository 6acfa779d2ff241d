import { expect, test } from 'vitest';
import { currentSums, landedSums } from './migration-sums.ts';

test('sums.json has the checksum of every migration: landed ones are unchanged, and new ones are recorded', () => {
  const message = 'for a migration that has not landed, delete its line in sums.json and run `npm run fix`';
  expect(currentSums(), message).toEqual(landedSums());
});
