/**
 * Words as filters compare them: whole, and regardless of capitalization, width or invisible characters. Scripts that
 * put no spaces between words have no boundaries to find, so each of their characters counts as a word.
 */

const UNSPACED = ['Han', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((script) => `\\p{sc=${script}}`).join('');
const WORD = new RegExp(`[${UNSPACED}]\\p{M}*|[[\\p{L}\\p{N}\\p{M}_]--[${UNSPACED}]]+`, 'gv');
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Normalizes compatibility forms and letter case. Case is folded by way of capitals, because "ß" expands only there.
 */
const fold = (text: string): string =>
  text.replace(INVISIBLE, '').normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** Returns the words of a text, in order. */
export const splitWords = (text: string): string[] => fold(text).match(WORD) ?? [];

/** A dash or apostrophe inside a word. Filters compare the parts before and after it as a sequence. */
const JOINT = /(?<=[\p{L}\p{M}\p{N}_])['’‐‑-](?=[\p{L}\p{N}_])/gu;

/**
 * Returns the first character of an entry that filters would ignore, or null. Spaces, invisible characters, and dashes
 * and apostrophes inside words may be ignored.
 */
export const findDropped = (entry: string): string | null =>
  /\S/u.exec(fold(entry).replace(JOINT, ' ').replace(WORD, ' '))?.[0] ?? null;

type Phrase<R> = { rest: readonly string[]; rule: R };

export type WordIndex<R> = (text: string) => Set<R>;

/** Returns a function that finds the rules whose words or word sequences occur in a text. */
export function indexWords<R>(entries: Iterable<{ entry: string; rule: R }>): WordIndex<R> {
  const byFirst = new Map<string, Phrase<R>[]>();
  for (const { entry, rule } of entries) {
    const [first, ...rest] = splitWords(entry);
    if (first === undefined) continue;
    const known = byFirst.get(first);
    if (known) known.push({ rest, rule });
    else byFirst.set(first, [{ rest, rule }]);
  }
  return (text) => {
    const found = new Set<R>();
    if (byFirst.size === 0) return found;
    const words = splitWords(text);
    for (const [at, word] of words.entries())
      for (const { rest, rule } of byFirst.get(word) ?? [])
        if (rest.every((next, index) => words[at + 1 + index] === next)) found.add(rule);
    return found;
  };
}
