/** Finds search terms in a text. Accents and case are ignored, as in the search itself. */
import { fold } from './fold.ts';

export type MarkedPiece = { text: string; marked: boolean };

const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
// Scripts that are written without spaces between words: there, a match may begin anywhere.
const joined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Splits what was typed into words, normalized for comparison. */
export const toWords = (typed: string): string[] => fold(typed).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the text without accents and in lower case, and the original position of each of its characters. */
function flatten(text: string): { chars: string[]; from: number[] } {
  const chars: string[] = [];
  const from: number[] = [];
  let at = 0;
  for (const char of text) {
    for (const part of fold(char)) {
      chars.push(part);
      from.push(at);
    }
    at += char.length;
  }
  return { chars, from };
}

function matchAt(chars: readonly string[], at: number, words: readonly (readonly string[])[]): number {
  const begins = !isWord(chars[at - 1]) || joined.test(chars[at] ?? '');
  if (!begins) return 0;
  const lengths = words.filter((word) => word.every((char, index) => chars[at + index] === char));
  return Math.max(0, ...lengths.map((word) => word.length));
}

/** Splits a text wherever a word begins with one of `words`; the pieces joined together are the text again. */
export function markWords(text: string, words: readonly string[]): MarkedPiece[] {
  const terms = words.map((word) => Array.from(word));
  const { chars, from } = flatten(text);
  const pieces: MarkedPiece[] = [];
  let done = 0;
  const add = (until: number, marked: boolean) => {
    if (until > done) pieces.push({ text: text.slice(done, until), marked });
    done = until;
  };
  for (let at = 0; at < chars.length; at += 1) {
    const length = matchAt(chars, at, terms);
    if (length === 0) continue;
    add(from[at] ?? done, false);
    at += length - 1;
    // Combining accents belong to the letter before them.
    let end = from[at + 1] ?? text.length;
    while (end < text.length && /\p{M}/u.test(text.charAt(end))) end += 1;
    add(end, true);
  }
  add(text.length, false);
  return pieces;
}
