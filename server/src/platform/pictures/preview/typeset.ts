/**
 * Text as outlines of the product's own fonts, so that no system fonts are needed. Each face consists of several files,
 * one per range of characters. They cover Latin scripts only: a text with other letters is not drawn at all, because a
 * part of it, or boxes, would change its meaning.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A step of an outline; its coordinates depend on its type, a command letter in SVG. */
type Step = Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>> & { type: string };
type Glyph = { advanceWidth: number; getPath(x: number, y: number, size: number): { commands: Step[] } };
/** The parts of the library's fonts that are used here; the library has no types. */
type Font = {
  unitsPerEm: number;
  /** 0 for a letter that the font does not have. */
  charToGlyphIndex(letter: string): number;
  charToGlyph(letter: string): Glyph;
  /** In font units. */
  getKerningValue(left: Glyph, right: Glyph): number;
};

const requireFile = createRequire(import.meta.url);
const opentype = requireFile('opentype.js') as { parse(bytes: ArrayBuffer): Font };
const RANGES = ['latin', 'latin-ext', 'vietnamese'];

export type Face = 'display' | 'text';
/** A line: its outline, starting at the point 0, 0 on its baseline, and its width. */
export type Line = { path: string; width: number };

const files: Record<Face, readonly string[]> = {
  display: RANGES.map((range) => `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${range}-600-normal.woff`),
  text: RANGES.slice(0, 2).map((range) => `@fontsource/instrument-sans/files/instrument-sans-${range}-500-normal.woff`),
};

const loaded = new Map<Face, Font[]>();

function fontsOf(face: Face): Font[] {
  const fonts =
    loaded.get(face) ??
    files[face].map((file) => {
      const bytes = readFileSync(requireFile.resolve(file));
      return opentype.parse(new Uint8Array(bytes).buffer);
    });
  loaded.set(face, fonts);
  return fonts;
}

/** Emoji are left out; the words around them keep their meaning. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3\ufe0e\ufe0f\u200d]/gu;
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;

/** Returns the text as it can be drawn; empty if one of its letters cannot be. */
export function toDrawable(text: string, face: Face): string {
  // Digits and signs such as # and © match, too, and are kept because the fonts have them.
  const plain = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(PICTURES, (found) => (fontFor(found, face) ? found : ''))
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  // A combining mark that could not be composed with its letter would stand beside it.
  return Array.from(plain).every((letter) => fontFor(letter, face) && !/\p{M}/u.test(letter)) ? plain : '';
}

const fontFor = (letter: string, face: Face): Font | undefined =>
  fontsOf(face).find((font) => font.charToGlyphIndex(letter) > 0);

/** Writes an outline's step in SVG syntax. The library's own writer joins numbers that round to zero. */
const writeStep = ({ type, x1, y1, x2, y2, x, y }: Step): string =>
  type +
  [x1, y1, x2, y2, x, y]
    .filter((value) => value !== undefined)
    .map((value) => value.toFixed(1))
    .join(' ');

/**
 * Sets a drawable text as one line, letter by letter: the library does not know all substitutions in these fonts, and
 * composed Latin letters need none.
 */
export function setLine(text: string, face: Face, size: number): Line {
  let width = 0;
  let path = '';
  let before: { font: Font; glyph: Glyph } | undefined;
  for (const letter of text) {
    const font = fontFor(letter, face);
    if (!font) continue;
    const glyph = font.charToGlyph(letter);
    const scale = size / font.unitsPerEm;
    if (before?.font === font) width += font.getKerningValue(before.glyph, glyph) * scale;
    path += glyph.getPath(width, 0, size).commands.map(writeStep).join('');
    width += glyph.advanceWidth * scale;
    before = { font, glyph };
  }
  return { path, width };
}

/** Sets a drawable text in lines of at most this width; text that does not fit is cut with an ellipsis. */
export function setLines(text: string, face: Face, size: number, { width, lines }: { width: number; lines: number }) {
  const set: Line[] = [];
  let line = '';
  let rest = text.split(' ');
  const fits = (candidate: string): boolean => setLine(candidate, face, size).width <= width;
  while (rest.length > 0 && set.length < lines) {
    const [word = '', ...others] = rest;
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) [line, rest] = [longer, others];
    else if (line === '') {
      // The word alone is wider than the card.
      const end = afterHyphen(word, countFitting(word, fits));
      [line, rest] = [word.slice(0, end), [word.slice(end), ...others]];
    }
    if (line !== '' && (rest.length === 0 || !fits(`${line} ${rest[0] ?? ''}`))) {
      const isLast = set.length === lines - 1 && rest.length > 0;
      set.push(setLine(isLast ? endWithEllipsis(line, fits) : line, face, size));
      line = '';
    }
  }
  return { lines: set, cut: rest.length > 0 };
}

/** Returns how many letters of a word fit, at least one. It halves the range, because setting takes time. */
function countFitting(word: string, fits: (candidate: string) => boolean): number {
  let [few, many] = [1, word.length];
  while (many - few > 1) {
    const half = Math.floor((few + many) / 2);
    [few, many] = fits(word.slice(0, half)) ? [half, many] : [few, half];
  }
  return few;
}

/** Returns where to break a word of which `end` letters fit: after the last hyphen before `end`, if there is one. */
const afterHyphen = (word: string, end: number): number => word.lastIndexOf('-', end - 1) + 1 || end;

function endWithEllipsis(line: string, fits: (candidate: string) => boolean): string {
  let kept = line;
  while (kept.length > 1 && !fits(`${kept}…`)) kept = kept.slice(0, -1);
  return `${kept.replace(/[\s,;:.–-]+$/, '')}…`;
}
