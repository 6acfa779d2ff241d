/** Countries are stored under their English names; people read and write them in the language of the pages. */
import { i18n } from './translate.ts';

const A = 65;
const LETTERS = 26;

/**
 * Returns the ISO 3166-1 codes by English name. They come from the browser, so that no page has to load a list of ours.
 */
function readCodes(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = new Map<string, string>();
  for (let place = 0; place < LETTERS * LETTERS; place++) {
    const code = String.fromCodePoint(A + Math.floor(place / LETTERS), A + (place % LETTERS));
    const name = english.of(code);
    // Obsolete codes share the name of their successor, which comes first.
    if (name !== undefined && !codes.has(name)) codes.set(name, code);
  }
  return codes;
}

let codes: Map<string, string> | undefined;
let names: { locale: string; inLocale: Intl.DisplayNames } | undefined;

/**
 * Returns the country's name in the language of the pages. Names that the browser does not know, such as those entered
 * before there was a list, are returned unchanged.
 */
export function countryName(english: string): string {
  if (i18n.locale === 'en') return english;
  codes ??= readCodes();
  const { locale } = i18n;
  if (names?.locale !== locale) names = { locale, inLocale: new Intl.DisplayNames(locale, { type: 'region' }) };
  const code = codes.get(english);
  return (code && names.inLocale.of(code)) ?? english;
}
