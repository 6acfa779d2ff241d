/**
 * `npm run check` allows no line over 120 characters in sources and documents. JSON is left out: a text in it cannot be
 * wrapped, and the formatter wraps everything else.
 */
import { listFiles, readText } from '../docs/repository-files.ts';
import type { ToolRun } from '../run/run-tool.ts';

const LONGEST_LINE = 120;
const CHECKED = /\.(?:ts|tsx|js|mjs|css|html|md|sql|ya?ml|sh)$/;

/** Returns the numbers of the lines that are too long, from 1. */
export const findLongLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.length > LONGEST_LINE ? [index + 1] : []));

/** Checks all files of the repository. */
export function checkLineLengths(): ToolRun {
  const startedAt = performance.now();
  const output = listFiles()
    .filter((file) => CHECKED.test(file))
    .flatMap((file) => findLongLines(readText(file)).map((line) => `${file}:${line} has more than 120 characters`));
  return { ok: output.length === 0, output: output.join('\n'), seconds: (performance.now() - startedAt) / 1000 };
}
