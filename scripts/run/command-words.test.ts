import { afterEach, expect, it, vi } from 'vitest';
import { readWords } from './command-words.ts';

const USAGE = 'npm run backup -- [FILE] [--without-files]';

afterEach(() => vi.restoreAllMocks());

it('Arguments are read in any order', () => {
  for (const args of [
    ['a.tar', '--without-files'],
    ['--without-files', 'a.tar'],
  ])
    expect(readWords(USAGE, args)).toEqual({ options: new Set(['--without-files']), words: ['a.tar'] });
  expect(readWords('npm run migrate', [])).toEqual({ options: new Set(), words: [] });
});

it('A word more or an unknown option is an error with the usage, and no file gets the name of an option', () => {
  expect(() => readWords(USAGE, ['a.tar', 'b.tar'])).toThrow(`Unexpected "b.tar". Usage: ${USAGE}`);
  expect(() => readWords('npm run migrate', ['now'])).toThrow('Unexpected "now". Usage: npm run migrate');
  for (const option of ['--force', '-f', '--', '--without'])
    expect(() => readWords(USAGE, [option])).toThrow(`Unknown option "${option}". Usage: ${USAGE}`);
});

it('An empty word, such as that of an unset variable, counts as none', () => {
  expect(readWords('npm run owner -- EMAIL', ['']).words).toEqual([]);
});

it.each(['--help', '-h'])('%s prints the usage', (option) => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exited');
  });
  expect(() => readWords(USAGE, [option])).toThrow('exited');
  expect(printed.mock.calls).toEqual([[`Usage: ${USAGE}`]]);
});
