import { expect, test } from 'vitest';
import { compareMade, compareWishes } from '../../cluster/verdict.ts';

const made = (word: string, acknowledged: string | null) => ({ word, by: 'ana', on: '', acknowledged });
const wish = (on: string, wanted: boolean, sure = true) => ({ by: 'ana', on, wanted, sure, calm: sure });

test('what was acknowledged and is not there is lost, also when something else is in its place', () => {
  const history = [made('kept', '1'), made('gone', '2'), made('replaced', '3'), made('never answered', null)];
  const found = [
    { id: '1', word: 'kept' },
    { id: '9', word: 'replaced' },
  ];
  expect(compareMade(history, found)).toEqual({ lost: ['gone', 'replaced'], doubled: [], invented: [] });
});

test('what is there twice is doubled, acknowledged or not, and what nobody sent is invented', () => {
  const found = [
    { id: '1', word: 'once' },
    { id: '2', word: 'twice' },
    { id: '3', word: 'twice' },
    { id: '4', word: 'nobody’s' },
  ];
  expect(compareMade([made('once', null), made('twice', '2')], found)).toEqual({
    lost: [],
    doubled: ['twice'],
    invented: ['nobody’s'],
  });
});

test('of likes and follows the last answer counts, and what no answer has settled may be either', () => {
  const wishes = [wish('a', true), wish('b', false), wish('c', true), wish('d', false), wish('e', true, false)];
  expect(compareWishes(wishes, new Set(['ana a', 'ana d', 'ben x']))).toEqual({
    lost: ['ana c'],
    doubled: [],
    invented: ['ana d', 'ben x'],
  });
});
