/** The files of the repository, by their paths from its root with forward slashes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';

const CODE = /\.(?:ts|tsx|mjs|json|css|html|ya?ml|sh|service|timer|example)$|Dockerfile$|Caddyfile$|^\.ci\/run$/;
/** Neither says what the product has: the one lists packages, the other words of documents. */
const NO_SOURCES = new Set(['package-lock.json', 'scripts/docs/foreign-words.ts']);

/** Returns tracked and new files; those that Git ignores are left out. */
export function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = output.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
  return [...new Set(files)].toSorted();
}

export const readText = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Returns the text of all sources, in which documents may name things. */
export const readSources = (files: readonly string[]): string =>
  files
    .filter((file) => CODE.test(file) && !NO_SOURCES.has(file))
    .map(readText)
    .join('\n');
