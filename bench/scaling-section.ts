import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wrapLongLines } from '../scripts/docs/wrap.ts';
import { DOCS } from './report.ts';

const FILE = path.join(DOCS, 'scaling.md');

/** Writes `text` between the markers of `name` in docs/scaling.md. Throws if the markers are missing. */
export async function writeScalingSection(name: string, text: string): Promise<void> {
  const [startMarker, endMarker] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const document = await readFile(FILE, 'utf8');
  const [from, to] = [document.indexOf(startMarker), document.indexOf(endMarker)];
  if (from < 0 || to < from) throw new Error(`docs/scaling.md has no section ${name}`);
  await writeFile(
    FILE,
    `${document.slice(0, from)}${startMarker}\n\n${wrapLongLines(text.trim())}\n\n${document.slice(to)}`,
  );
}
