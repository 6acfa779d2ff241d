import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { wrapLongLines } from '../scripts/docs/wrap.ts';

export const DOCS = path.resolve(import.meta.dirname, '../docs');
const FILE = path.join(DOCS, 'benchmarks.md');
const HEAD = '# Benchmarks\n\nMeasured by `npm run bench -- <name>`; each run replaces its own section.\n';

/** A Markdown table; numbers are right-aligned. */
export function toTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_head, index) => (typeof rows[0]?.[index] === 'number' ? '---:' : '---'));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

/** The machine of a run, without anything that identifies it. */
export function describeMachine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return (
    `${os.availableParallelism()} cores of ${cpu}, ${memory} GB, ${os.type()} ${os.arch()}, ` +
    `Node ${process.versions.node}`
  );
}

/** Puts `text` between the markers of `name` in docs/benchmarks.md, at the end when there are none yet. */
export async function writeSection(name: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const written = await readFile(FILE, 'utf8').catch(() => HEAD);
  const section = `${begin}\n${wrapLongLines(text.trim())}\n${end}`;
  const [from, to] = [written.indexOf(begin), written.indexOf(end)];
  const next =
    from >= 0 && to > from
      ? written.slice(0, from) + section + written.slice(to + end.length)
      : `${written.trimEnd()}\n\n${section}\n`;
  await writeFile(FILE, next);
}

/** Returns one column of a section's tables, by the cells before it; empty when there is no such section. */
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
