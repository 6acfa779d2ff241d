/** Splits texts into lines for the PDF: broken at words, with the words of each line in drawing order. */

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const FIRST_LETTER = /\p{L}/u;

/** Whether a text begins in a script that is written from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '');

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

/**
 * Joins words in the order in which they are drawn from left to right: runs of the other direction are reversed. The
 * font orders the letters within a word.
 */
function toDrawn(words: readonly string[], rightToLeft: boolean): string {
  const runs: string[][] = [];
  let last: boolean | null = null;
  for (const word of words) {
    const turned = RIGHT_TO_LEFT.test(word);
    const run = runs.at(-1);
    if (run && turned === last) run.push(word);
    else runs.push([word]);
    last = turned;
  }
  const drawn = runs.map((run) => (RIGHT_TO_LEFT.test(run[0] ?? '') ? run.toReversed() : run));
  return (rightToLeft ? drawn.toReversed() : drawn).flat().join(' ');
}

/** Returns the lines of a paragraph, none wider than `width`. */
export function toLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[][] = [[]];
  for (const word of text.split(/\s+/).flatMap((part) => cut(part, width, measure))) {
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && measure([...line, word].join(' ')) > width) lines.push([word]);
    else line.push(word);
  }
  return lines.map((line) => toDrawn(line, isRightToLeft(text)));
}
