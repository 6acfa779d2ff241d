import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { wrapLongLines } from '../scripts/docs/wrap.ts';

export const DOCS = path.resolve(import.meta.dirname, '../docs');
const FILE = path.join(DOCS, 'benchmarks.md');
const INTRODUCTION = '# Benchmarks\n\nMeasured by `npm run bench -- <name>`; each run replaces its own section.\n';

/** Returns a Markdown table; columns of numbers are right-aligned. */
export function toTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = headings.map((_heading, index) => (typeof rows[0]?.[index] === 'number' ? '---:' : '---'));
  return [line(headings), line(rule), ...rows.map(line)].join('\n');
}

/** Describes the machine of a run, without anything that identifies it. */
export function describeMachine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return (
    `${os.availableParallelism()} cores of ${cpu}, ${memory} GB, ${os.type()} ${os.arch()}, ` +
    `Node ${process.versions.node}`
  );
}

/** Returns the document with `text` between the markers of `name`. Throws if they are missing. */
function replaceSection(document: string, name: string, text: string): string {
  const startMarker = `<!-- bench:${name} -->`;
  const from = document.indexOf(startMarker);
  const to = document.indexOf(`<!-- /bench:${name} -->`);
  if (from < 0 || to < from) throw new Error(`there is no section ${name}`);
  return `${document.slice(0, from)}${startMarker}\n\n${wrapLongLines(text.trim())}\n\n${document.slice(to)}`;
}

/** Writes `text` between the markers of `name` in docs/benchmarks.md, or adds the section if it is missing. */
export async function writeSection(name: string, text: string): Promise<void> {
  const document = await readFile(FILE, 'utf8').catch(() => INTRODUCTION);
  const isThere = document.includes(`<!-- bench:${name} -->`);
  const markers = isThere ? '' : `\n<!-- bench:${name} -->\n\n<!-- /bench:${name} -->\n`;
  await writeFile(FILE, replaceSection(document + markers, name, text));
}

/** Writes `text` between the markers of `name` in docs/scaling.md. Throws if they are missing. */
export async function writeScalingSection(name: string, text: string): Promise<void> {
  const file = path.join(DOCS, 'scaling.md');
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), name, text));
}

/** Returns a column of a section's tables by the first `keys` cells of each row; empty if there is no such section. */
export async function readColumn(
  name: string,
  keys: number,
  column: number,
  file = FILE,
): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const section = text.split(`<!-- bench:${name} -->`)[1]?.split(`<!-- /bench:${name} -->`)[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const cells = rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  return new Map(cells.map((row) => [row.slice(0, keys).join(), row[column] ?? '']));
}
