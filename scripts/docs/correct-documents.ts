/**
 * Corrects the paths of moved files in documents, and wraps lines that are too long. A moved file is identified by its
 * name, if no other file has it.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';
import { listFiles, readText } from './repository-files.ts';
import { wrapLongLines } from './wrap.ts';

const PATH = /(?<=`)[\w.-]+(?:\/[\w.-]+)+(?=`)/g;

/**
 * Returns the current path for a path in a document, shortened in the same way. Returns the old path if it still exists
 * or no single file matches.
 */
export function findMoved(old: string, files: readonly string[]): string {
  if (files.some((file) => `/${file}/`.includes(`/${old}/`))) return old;
  const folder = `/${old.split('/')[0]}/`;
  const sameName = files.filter((file) => path.posix.basename(file) === path.posix.basename(old));
  const sameFolder = sameName.filter((file) => `/${file}`.includes(folder));
  const [found, ...others] = sameFolder.length > 0 ? sameFolder : sameName;
  if (found === undefined || others.length > 0) return old;
  const start = `/${found}`.indexOf(folder);
  return start === -1 ? found : found.slice(start);
}

/** Returns the corrected text of a document. The changelog also names files that no longer exist. */
export function correctText(document: string, text: string, files: readonly string[]): string {
  const current = document === 'CHANGELOG.md' ? text : text.replaceAll(PATH, (old) => findMoved(old, files));
  return wrapLongLines(current);
}

export function correctDocuments(): void {
  const files = listFiles();
  for (const document of files.filter((file) => file.endsWith('.md'))) {
    const text = readText(document);
    const corrected = correctText(document, text, files);
    if (corrected !== text) writeFileSync(path.join(ROOT, document), corrected);
  }
}
