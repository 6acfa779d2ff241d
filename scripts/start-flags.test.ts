import { expect, test } from 'vitest';
import { parseStartFlags } from './start-flags.ts';

test('the words after npm start are read', () => {
  expect(parseStartFlags([])).toEqual({ empty: false });
  expect(parseStartFlags(['--role=worker', '--empty'])).toEqual({ empty: true, role: 'worker' });
});

test.each(['--role=boss', '--role=', '--fast'])('%s is refused with what there is', (word) => {
  expect(() => parseStartFlags([word])).toThrow(/There are: .*(role|web)/);
});
