/** Lists and reads the files of the repository. Paths start at its root and have forward slashes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';

const CODE = /\.(?:ts|tsx|mjs|json|css|html|ya?ml|sh|service|timer|example)$|Dockerfile$|Caddyfile$|^\.ci\/run$/;
/** Names in these files prove nothing about the product: they list packages, and words that documents use. */
const EXCLUDED_SOURCES = new Set(['package-lock.json', 'scripts/docs/foreign-words.ts']);

/** Returns all tracked and untracked files except those that Git ignores. */
export function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = output.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
  return [...new Set(files)].toSorted();
}

export const readText = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Returns the text of all source files, to look up the names that documents use. */
export const readSources = (files: readonly string[]): string =>
  files
    .filter((file) => CODE.test(file) && !EXCLUDED_SOURCES.has(file))
    .map(readText)
    .join('\n');
