import { createRequire } from 'node:module';
import { expect, it, vi } from 'vitest';
import { setLine, setLines } from './typeset.ts';

/** The part of the library's fonts whose calls are counted. */
type Glyphs = { charToGlyph: (letter: string) => unknown };

it('A name that is wider than the card is broken after its hyphen', () => {
  const [first, second] = ['Featherstonehaugh-', 'Cholmondeley'].map((text) => setLine(text, 'display', 60));
  const width = (first?.width ?? 0) + 10;
  const { lines, cut } = setLines('Featherstonehaugh-Cholmondeley', 'display', 60, { width, lines: 3 });
  expect(lines).toEqual([first, second]);
  expect(cut).toBe(false);
});

it('A word without a hyphen is broken where it no longer fits, and cut in the last line', () => {
  const { lines, cut } = setLines('W'.repeat(60), 'display', 60, { width: 600, lines: 2 });
  expect(lines.map(({ width }) => width <= 600)).toEqual([true, true]);
  expect(cut).toBe(true);
});

it('A word of any length is broken without setting it once for each of its letters', () => {
  const word = 'W'.repeat(2_000);
  const { Font } = createRequire(import.meta.url)('opentype.js') as { Font: { prototype: Glyphs } };
  const find = Font.prototype.charToGlyph;
  let found = 0;
  const spy = vi.spyOn(Font.prototype, 'charToGlyph').mockImplementation(function (this: Glyphs, letter) {
    if (++found > 20 * word.length) throw new Error('set too often');
    return find.call(this, letter);
  });
  const { lines, cut } = setLines(word, 'display', 60, { width: 600, lines: 2 });
  spy.mockRestore();
  expect([lines.length, cut]).toEqual([2, true]);
  expect(found).toBeGreaterThan(word.length);
});
