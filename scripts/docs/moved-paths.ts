/** Paths in documents follow their files: a file that has moved is found again by its name, if no other has it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';
import { listFiles, readText } from './repository-files.ts';
import { wrapLongLines } from './wrap.ts';

const PATH = /(?<=`)[\w.-]+(?:\/[\w.-]+)+(?=`)/g;

/**
 * Returns the present path for one in a document, shortened as the old one was; the old one when nothing is certain.
 */
export function findMoved(old: string, files: readonly string[]): string {
  if (files.some((file) => `/${file}/`.includes(`/${old}/`))) return old;
  const folder = `/${old.split('/')[0]}/`;
  const alike = files.filter((file) => path.posix.basename(file) === path.posix.basename(old));
  const near = alike.filter((file) => `/${file}`.includes(folder));
  const [found, ...others] = near.length > 0 ? near : alike;
  if (found === undefined || others.length > 0) return old;
  const begin = `/${found}`.indexOf(folder);
  return begin === -1 ? found : found.slice(begin);
}

/** Writes present paths into the documents. */
export function followMovedFiles(): void {
  const files = listFiles();
  for (const document of files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')) {
    const text = readText(document);
    const current = text.replaceAll(PATH, (old) => findMoved(old, files));
    if (current !== text) writeFileSync(path.join(ROOT, document), wrapLongLines(current));
  }
}
