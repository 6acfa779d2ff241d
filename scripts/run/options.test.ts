import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const defaults = { runs: 3, connections: [1, 16], keep: null };

test('Options replace their defaults', () => {
  expect(readOptions([], defaults)).toEqual(defaults);
  expect(readOptions(['--runs=5', '--connections=64,128', '--keep=/tmp/a=b'], defaults)).toEqual({
    runs: 5,
    connections: [64, 128],
    keep: '/tmp/a=b',
  });
});

test.each(['--help', '--posts=5', 'runs=5', '--runs', '--runs=', '--toString=1'])('"%s" is refused', (arg) => {
  expect(() => readOptions([arg], defaults)).toThrow(
    `Unknown option "${arg}". There are: --runs=…, --connections=…, --keep=….`,
  );
  expect(() => readOptions([arg], {})).toThrow('There are none.');
});

test.each(['0', '-1', '1.5', 'many', '1,2'])('%s is no number of runs', (text) => {
  expect(() => readOptions([`--runs=${text}`], defaults)).toThrow('--runs must be a whole number above 0.');
});

test('Lists of numbers contain nothing else', () => {
  expect(() => readOptions(['--connections=1,x'], defaults)).toThrow(
    '--connections must be one or more whole numbers above 0, separated by commas.',
  );
});
