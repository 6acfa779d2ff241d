/**
 * The checksums of landed migrations. A landed migration is never edited, because installations that ran it before the
 * edit would differ from all others for good. Checksums ignore comments and white space.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';

const FOLDER = path.join(ROOT, 'server/src/db/migrations');
const FILE = path.join(FOLDER, 'sums.json');

const sumOf = (source: string): string =>
  createHash('sha256')
    .update(source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/\s+/g, ' '))
    .digest('base64url')
    .slice(0, 22);

type Sums = Record<string, string>;

/** Returns the checksums of the migrations as they are now, by name. */
export const currentSums = (): Sums =>
  Object.fromEntries(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .map((file) => [file.replace('.ts', ''), sumOf(readFileSync(path.join(FOLDER, file), 'utf8'))]),
  );

export const landedSums = (): Sums => JSON.parse(readFileSync(FILE, 'utf8')) as Sums;

/** Adds the checksums of new migrations. Recorded checksums stay unchanged. */
export function addSums(): void {
  const sums = Object.entries({ ...currentSums(), ...landedSums() }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sums), null, 2)}\n`);
}
