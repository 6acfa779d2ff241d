/**
 * Cuts the display face down to what the pages use: one weight, at the optical size of a heading. With all variable
 * axes it takes 77 KB for Latin alone, more than the scripts of the login page.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const PACKAGE = path.dirname(
  createRequire(import.meta.url).resolve('@fontsource-variable/bricolage-grotesque/package.json'),
);
const HEADING = { wght: 600, opsz: 32 };
/** The text face has no Vietnamese, so the display face is used for it, in all weights. */
const TEXT = { opsz: 14 };
const FILES = [
  { name: 'display-latin', subset: 'latin', axes: HEADING },
  { name: 'display-latin-ext', subset: 'latin-ext', axes: HEADING },
  { name: 'display-vietnamese', subset: 'vietnamese', axes: HEADING },
  { name: 'text-vietnamese', subset: 'vietnamese', axes: TEXT },
];

/** Returns the characters of a `unicode-range`, such as `U+0000-00FF,U+0131`. */
function expandRange(range: string): string {
  return range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_none, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Writes the files that `fonts.css` refers to into `folder`. */
export async function cutFonts(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const ranges: Record<string, string> = JSON.parse(readFileSync(path.join(PACKAGE, 'unicode.json'), 'utf8'));
  for (const { name, subset, axes } of FILES) {
    const whole = readFileSync(path.join(PACKAGE, `files/bricolage-grotesque-${subset}-opsz-normal.woff2`));
    const characters = expandRange(ranges[subset] ?? '');
    const cut = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes: axes });
    writeFileSync(path.join(folder, `${name}.woff2`), cut);
  }
}
