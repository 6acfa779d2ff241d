/**
 * The pseudo-locale: English with accents, and a third longer. A text without accents is not translatable, and a text
 * that does not fit would not fit in German.
 */
import { type Compiled, compileText } from './icu.ts';

/** The letters of English, each followed by its accented replacement. */
const LOWER = 'aábƀcćdďeéfƒgǵhĥiíjĵkķlĺmɱnńoópƥqɋrŕsśtťuúvṽwŵxẋyýzź';
const PAIRS = LOWER + LOWER.toUpperCase();
const GROWTH = 0.35;
const PADDING = 'ẽ';
/** Longer padding is split into words: in no language is a third of a paragraph one word. */
const PADDING_WORD_LENGTH = 12;

/** Accents and lengthens a text between arguments. Elements such as `<link>` stay unchanged. */
function accentText(text: string): string {
  const accented = text.replaceAll(/<[^>]*>|[a-zA-Z]/g, (found) =>
    found.length > 1 ? found : PAIRS.charAt(PAIRS.indexOf(found) + 1),
  );
  const letters = text.replaceAll(/<[^>]*>/g, '').match(/[a-zA-Z]/g)?.length ?? 0;
  // The padding goes before a trailing space, which separates the text from the next argument.
  const padding = PADDING.repeat(Math.ceil(letters * GROWTH)).replaceAll(
    new RegExp(`.{${PADDING_WORD_LENGTH}}(?=.)`, 'g'),
    '$& ',
  );
  return accented.replace(/\s*$/, (space) => padding + space);
}

/** Returns the message in the pseudo-locale, compiled. */
export const toPseudo = (message: string): Compiled => compileText(message, accentText);
