/** How texts and muted words are compared: whole words in any script, without case and accents. */

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The words of a text between spaces, without case and accents. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ')} `;
}

/** A muted word as it is looked for in a folded text. */
export const foldWord = (word: string): string => (UNSPACED.test(word) ? foldText(word).trim() : foldText(word));
