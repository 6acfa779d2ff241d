/**
 * The pseudo-locale: English with accents and a third longer. Whatever shows up without accents is not translated, and
 * whatever is cut off would be cut off in German.
 */
import { type Compiled, compileText } from './icu.ts';

/** The letters of English, each followed by the one with an accent that stands for it. */
const LOWER = 'aábƀcćdďeéfƒgǵhĥiíjĵkķlĺmɱnńoópƥqɋrŕsśtťuúvṽwŵxẋyýzź';
const PAIRS = LOWER + LOWER.toUpperCase();
const GROWTH = 0.35;
const GROWN_BY = 'ẽ';
/** Longer growth is several words, since no language makes one word of a third of a paragraph. */
const WORD = 12;

/** One run of text between arguments; elements such as `<link>` stay as they are. */
function accentText(text: string): string {
  const accented = text.replaceAll(/<[^>]*>|[a-zA-Z]/g, (found) =>
    found.length > 1 ? found : PAIRS.charAt(PAIRS.indexOf(found) + 1),
  );
  const letters = text.replaceAll(/<[^>]*>/g, '').match(/[a-zA-Z]/g)?.length ?? 0;
  // Before the space that parts it from what follows.
  const grown = GROWN_BY.repeat(Math.ceil(letters * GROWTH)).replaceAll(new RegExp(`.{${WORD}}(?=.)`, 'g'), '$& ');
  return accented.replace(/\s*$/, (space) => grown + space);
}

/** Returns the message in the pseudo-locale, compiled. */
export const toPseudo = (message: string): Compiled => compileText(message, accentText);
