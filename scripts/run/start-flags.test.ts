import { expect, test } from 'vitest';
import { parseStartFlags } from './start-flags.ts';

test('the words after npm start are read', () => {
  expect(parseStartFlags([])).toEqual({ empty: false, demo: false });
  expect(parseStartFlags(['--role=worker', '--empty'])).toEqual({ empty: true, demo: false, role: 'worker' });
  expect(parseStartFlags(['--demo'])).toEqual({ empty: false, demo: true });
  expect(() => parseStartFlags(['--demo', '--empty'])).toThrow(/Choose one/);
});

test.each(['--role=boss', '--role=', '--fast'])('%s is refused with what there is', (word) => {
  expect(() => parseStartFlags([word])).toThrow(/There are: .*(role|web)/);
});
