/**
 * `npm run check` allows no blank line between imports, or between the comment at the beginning of a file and the first
 * import. The formatter leaves such lines where it sorts another import to the front, and does not remove them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles, readText } from '../docs/repository-files.ts';
import { ROOT, type ToolRun } from '../run/run-tool.ts';

const AFTER_COMMENT = /^(\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)\n+(?=import )/;
const BETWEEN_IMPORTS = /^(import [^;]*;\n)\n+(?=import )/gm;

/** Returns the text without these blank lines. */
export const closeImportGaps = (text: string): string =>
  text.replace(AFTER_COMMENT, '$1').replaceAll(BETWEEN_IMPORTS, '$1');

/** Returns the files that have such blank lines, with the text that they should have. */
const findGaps = (): { file: string; closed: string }[] =>
  listFiles()
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .flatMap((file) => {
      const text = readText(file);
      const closed = closeImportGaps(text);
      return closed === text ? [] : [{ file, closed }];
    });

export function checkImportGaps(): ToolRun {
  const startedAt = performance.now();
  const output = findGaps().map(({ file }) => `${file} has a blank line before an import`);
  return { ok: output.length === 0, output: output.join('\n'), seconds: (performance.now() - startedAt) / 1000 };
}

export function removeImportGaps(): void {
  for (const { file, closed } of findGaps()) writeFileSync(path.join(ROOT, file), closed);
}
