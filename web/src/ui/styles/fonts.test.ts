import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

/** The numbers of tables in a WOFF2 file's directory. */
const HEAD = 1;
const HHEA = 2;
const TRANSFORMED = new Set([10, 11]);
const NAMED = 63;

/** Returns a function that reads a number of a table in a WOFF2 file, at a place in that table. */
function openTables(woff2: Buffer) {
  let at = 48;
  const readLength = () => {
    let length = 0;
    for (let byte = 128; byte >= 128; at++) {
      byte = woff2.readUInt8(at);
      length = length * 128 + (byte % 128);
    }
    return length;
  };
  const starts: Record<number, number> = {};
  let start = 0;
  for (let tables = woff2.readUInt16BE(12); tables > 0; tables--) {
    const flags = woff2.readUInt8(at++);
    const table = flags % 64;
    if (table === NAMED) at += 4;
    const isTransformed = TRANSFORMED.has(table) ? flags < 192 : flags >= 64;
    const length = readLength();
    starts[table] = start;
    start += isTransformed ? readLength() : length;
  }
  const content = brotliDecompressSync(woff2.subarray(at));
  return (table: number, place: number) => content.readInt16BE((starts[table] ?? Number.NaN) + place);
}

/** Returns the ascent and descent of a font, as shares of its size. */
function readMetrics(file: string) {
  const read = openTables(readFileSync(createRequire(import.meta.url).resolve(file)));
  const size = read(HEAD, 18);
  return { ascent: read(HHEA, 4) / size, descent: -read(HHEA, 6) / size };
}

const fonts = readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8');
const faces = [...fonts.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => (name: string) => {
  const value = new RegExp(`${name}: "?([^;"]+)`).exec(face)?.[1] ?? '';
  return { value, share: Number.parseFloat(value) / 100 };
});

it.each([
  ['Instrument Sans', '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'],
  ['Bricolage Grotesque', '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2'],
])('The fallback faces of %s have its vertical metrics, so that it moves no line when it arrives', (name, file) => {
  const { ascent, descent } = readMetrics(file);
  const fallbacks = faces.filter(
    (of) => of('font-family').value.startsWith(name) && of('src').value.startsWith('local'),
  );
  expect(fallbacks.length).toBeGreaterThan(1);
  for (const of of fallbacks) {
    const size = of('size-adjust').share;
    expect(of('ascent-override').share * size).toBeCloseTo(ascent, 2);
    expect(of('descent-override').share * size).toBeCloseTo(descent, 2);
  }
});
