/**
 * A sum of each migration that has landed. A landed one is never edited: installations that have run it would differ from
 * those that run it later, for ever. Comments and white space do not count.
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

/** The sums of the migrations as they are now, by name. */
export const currentSums = (): Sums =>
  Object.fromEntries(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .map((file) => [file.replace('.ts', ''), sumOf(readFileSync(path.join(FOLDER, file), 'utf8'))]),
  );

export const landedSums = (): Sums => JSON.parse(readFileSync(FILE, 'utf8')) as Sums;

/** Writes down the sums of new migrations; those that are known stay as they are. */
export function addSums(): void {
  const sums = Object.entries({ ...currentSums(), ...landedSums() }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sums), null, 2)}\n`);
}
