import { expect, test } from 'vitest';
import { compareMade, compareWishes } from '../../cluster/verdict.ts';

const made = (word: string, acknowledged: string | null) => ({ word, by: 'ana', on: '', acknowledged });
const wish = (on: string, wanted: boolean, sure = true) => ({ by: 'ana', on, wanted, sure, calm: sure });

test('compareMade reports an acknowledged text as lost if no row has both its text and its acknowledged id', () => {
  const history = [made('kept', '1'), made('gone', '2'), made('replaced', '3'), made('never answered', null)];
  const found = [
    { id: '1', word: 'kept' },
    { id: '9', word: 'replaced' },
  ];
  expect(compareMade(history, found)).toEqual({ lost: ['gone', 'replaced'], doubled: [], invented: [] });
});

test('compareMade reports texts stored twice as doubled, acknowledged or not, and unsent texts as invented', () => {
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

test('compareWishes expects the last acknowledged state, and accepts either state after an unanswered request', () => {
  const wishes = [wish('a', true), wish('b', false), wish('c', true), wish('d', false), wish('e', true, false)];
  expect(compareWishes(wishes, new Set(['ana a', 'ana d', 'ben x']))).toEqual({
    lost: ['ana c'],
    doubled: [],
    invented: ['ana d', 'ben x'],
  });
});
