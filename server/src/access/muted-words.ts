/** How muted words are matched against texts: as whole words in any script, ignoring case and accents. */

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Returns a text's words without case and accents, with a single space before, between and after them. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ')} `;
}

/** Returns a muted word in the form that is searched for in a folded text. */
export const foldWord = (word: string): string => (UNSPACED.test(word) ? foldText(word).trim() : foldText(word));
