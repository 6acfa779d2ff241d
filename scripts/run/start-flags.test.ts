import { expect, test } from 'vitest';
import { parseStartFlags } from './start-flags.ts';

test('parseStartFlags reads the arguments of npm start, and rejects --demo together with --empty', () => {
  expect(parseStartFlags([])).toEqual({ empty: false, demo: false });
  expect(parseStartFlags(['--role=worker', '--empty'])).toEqual({ empty: true, demo: false, role: 'worker' });
  expect(parseStartFlags(['--demo'])).toEqual({ empty: false, demo: true });
  expect(() => parseStartFlags(['--demo', '--empty'])).toThrow(/Choose one/);
});

test.each(['--role=boss', '--role=', '--fast'])('parseStartFlags rejects %s and lists the valid values', (word) => {
  expect(() => parseStartFlags([word])).toThrow(/There are: .*(role|web)/);
});
