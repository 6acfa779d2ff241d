import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, '../docs/benchmarks.md');
const HEAD = '# Benchmarks\n\nMeasured by `npm run bench -- <name>`; each run replaces its own section.\n';

/** A Markdown table; numbers are right-aligned. */
export function toTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_head, index) => (typeof rows[0]?.[index] === 'number' ? '---:' : '---'));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}

/** What ran it, without anything that names the machine. */
export function describeMachine(): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.availableParallelism()} cores of ${cpu}, ${memory} GB, ${os.type()} ${os.arch()}, Node ${process.versions.node}`;
}

/** Puts `text` between the markers of `name` in docs/benchmarks.md, at the end when they are not there yet. */
export async function writeSection(name: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const held = await readFile(FILE, 'utf8').catch(() => HEAD);
  const section = `${begin}\n${text.trim()}\n${end}`;
  const [from, to] = [held.indexOf(begin), held.indexOf(end)];
  const next =
    from >= 0 && to > from
      ? held.slice(0, from) + section + held.slice(to + end.length)
      : `${held.trimEnd()}\n\n${section}\n`;
  await writeFile(FILE, next);
}
