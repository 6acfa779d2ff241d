import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wrapLongLines } from '../scripts/docs/wrap.ts';
import { DOCS } from './report.ts';

const FILE = path.join(DOCS, 'scaling.md');

/** Puts `text` between the markers of `name` in docs/scaling.md. Throws when they are not there. */
export async function writeScalingSection(name: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const written = await readFile(FILE, 'utf8');
  const [from, to] = [written.indexOf(begin), written.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/scaling.md has no place for ${name}`);
  await writeFile(FILE, `${written.slice(0, from)}${begin}\n\n${wrapLongLines(text.trim())}\n\n${written.slice(to)}`);
}
