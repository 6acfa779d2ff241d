/**
 * Splits texts into lines for the PDF, and lines into pieces in drawing order. The order follows the Unicode
 * Bidirectional Algorithm, as in a browser.
 */
import createBidi from 'bidi-js';

// The package's types are those of its ES module, which Node.js does not load.
const bidi = (createBidi as unknown as typeof createBidi.default)();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Arabic digits before any letter; they run from left to right, although fonts take them for letters. */
const ARABIC_DIGITS = /^[^\p{L}]*[\u0660-\u0669\u06F0-\u06F9]/u;
/** Characters without a sign that only set the direction. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Marks a text by a member as a unit within a sentence, so that it does not change the order of what is around it. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Leaves out what is not drawn. */
export const toDrawn = (text: string): string => text.replaceAll(DIRECTIONS, '');

/** Splits a word that is wider than the line into pieces that fit. */
function cut(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    if (piece !== '' && measure(piece + segment) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/** Whether a text runs from right to left, by its first letter. */
export const isRightToLeft = (text: string): boolean => bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;

/** Splits text of one direction into words and spaces in drawing order, with letters in the order that fonts expect. */
function toPieces(text: string, turned: boolean): string[] {
  const pieces = toDrawn(text).split(/( )/).filter(Boolean);
  const turn = (piece: string): string => Array.from(piece).toReversed().join('');
  if (!turned) return pieces.map((piece) => (ARABIC_DIGITS.test(piece) ? turn(piece) : piece));
  // Fonts turn words in these scripts, with the punctuation beside them, but nothing else.
  return pieces.toReversed().map((piece) => (RIGHT_TO_LEFT.test(piece) ? piece : turn(piece)));
}

/** Returns the pieces of a line in drawing order; no piece contains letters of both directions. */
function orderPieces(line: string, rightToLeft: boolean): string[] {
  const embedding = bidi.getEmbeddingLevels(line, rightToLeft ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: { turned: boolean; text: string }[] = [];
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const letter = mirrored.get(at) ?? line.charAt(at);
    const turned = (embedding.levels[at] ?? 0) % 2 === 1;
    const run = runs.at(-1);
    if (run?.turned !== turned) runs.push({ turned, text: letter });
    else run.text = turned ? letter + run.text : run.text + letter;
  }
  return runs.flatMap((run) => toPieces(run.text, run.turned));
}

/** Returns the lines of a paragraph, none wider than `width`, each as words and spaces in drawing order. */
export function toLines(text: string, width: number, measure: (text: string) => number): string[][] {
  const lines: string[][] = [[]];
  for (const word of text.split(/\s+/).flatMap((part) => cut(part, width, measure))) {
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && measure([...line, word].join(' ')) > width) lines.push([word]);
    else line.push(word);
  }
  return lines.map((line) => orderPieces(line.join(' '), isRightToLeft(text)));
}
