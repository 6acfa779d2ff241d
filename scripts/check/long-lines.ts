/**
 * What `npm run check` asks of every source and document: no line of more than 120 characters. Data in JSON is left
 * out, since a text there cannot be broken; the formatter keeps the rest of it short.
 */
import { listFiles, readText } from '../docs/repository-files.ts';
import type { ToolRun } from '../run/run-tool.ts';

const LONGEST_LINE = 120;
const CHECKED = /\.(?:ts|tsx|js|mjs|css|html|md|sql|ya?ml|sh)$/;

/** The numbers of the lines that are too long. */
export const findLongLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.length > LONGEST_LINE ? [index + 1] : []));

/** Looks at all files of the repository. */
export function checkLineLengths(): ToolRun {
  const began = performance.now();
  const output = listFiles()
    .filter((file) => CHECKED.test(file))
    .flatMap((file) => findLongLines(readText(file)).map((line) => `${file}:${line} has more than 120 characters`));
  return { ok: output.length === 0, output: output.join('\n'), seconds: (performance.now() - began) / 1000 };
}
