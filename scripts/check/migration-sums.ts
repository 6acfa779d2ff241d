/**
 * The checksums of landed migrations, which are also the list of the migrations that the server applies. A landed
 * migration is never edited, because installations that ran it before the edit would differ from all others for good.
 * Checksums ignore comments and white space.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, type ToolRun } from '../run/run-tool.ts';

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

/** Returns what is wrong with each migration whose file and recorded checksum are not in step. */
export function listProblems(current: Sums, landed: Sums): string[] {
  const names = [...new Set([...Object.keys(current), ...Object.keys(landed)])].toSorted();
  return names.flatMap((name) => {
    if (current[name] === landed[name]) return [];
    if (landed[name] === undefined) return [`${name} is not recorded: run \`npm run fix\`.`];
    if (current[name] === undefined) return [`${name} has landed, but its file is missing.`];
    return [
      `${name} was changed. A landed migration is never edited; for one that has not landed, delete its line in ` +
        'sums.json and run `npm run fix`.',
    ];
  });
}

/** Checks that no landed migration was changed, and that each new one is recorded. */
export function checkMigrationSums(): ToolRun {
  const start = performance.now();
  const problems = listProblems(currentSums(), landedSums());
  return { ok: problems.length === 0, output: problems.join('\n'), seconds: (performance.now() - start) / 1_000 };
}
