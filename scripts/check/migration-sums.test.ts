import { expect, test } from 'vitest';
import { currentSums, landedSums, listProblems } from './migration-sums.ts';

test('sums.json has the checksum of every migration: landed ones are unchanged, and new ones are recorded', () => {
  const message = 'for a migration that has not landed, delete its line in sums.json and run `npm run fix`';
  expect(currentSums(), message).toEqual(landedSums());
});

test('a migration that was changed, removed, or not recorded is named with what to do', () => {
  const landed = { '0001-a': 'one', '0002-b': 'two', '0003-c': 'three' };
  expect(listProblems(landed, landed)).toEqual([]);
  expect(listProblems({ '0001-a': 'one', '0002-b': 'edited', '0004-d': 'four' }, landed)).toEqual([
    expect.stringMatching(/^0002-b was changed/),
    expect.stringMatching(/^0003-c has landed/),
    expect.stringMatching(/^0004-d is not recorded/),
  ]);
});
