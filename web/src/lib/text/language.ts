/**
 * Which language the pages are in: what was chosen in this browser, then what the browser asks for, then what the
 * community has chosen, then English.
 */
import type { Messages } from '@lingui/core';
import { readMeta } from '../browser/site.ts';
import { browserStorage } from '../browser/storage.ts';
import { logFailure } from '../log.ts';
import { i18n } from './translate.ts';

const KEY = 'language';
/** English with accents, for tests: only for whoever asks for it by name. */
const PSEUDO = 'en-XA';

type Catalog = { default: Messages };
const catalogs: Readonly<Record<string, () => Promise<Catalog>>> = {
  [PSEUDO]: () => import('virtual:texts/en-XA'),
};

/** The first language there is a catalog for, by its whole name or its first part; undefined for English. */
function findLanguage(wished: readonly string[], available: readonly string[]): string | undefined {
  for (const wish of wished) {
    const [language = ''] = wish.split('-');
    const found = available.find((name) => name === wish) ?? available.find((name) => name === language);
    if (found !== undefined) return found;
    if (language === 'en') return undefined;
  }
  return undefined;
}

/** Makes the language known to texts and to the document. When its catalog cannot be loaded the pages stay English. */
export async function startLanguage(): Promise<void> {
  const chosen = browserStorage.get(KEY);
  const offered = Object.keys(catalogs).filter((name) => name !== PSEUDO || chosen === PSEUDO);
  const wished = [chosen, ...navigator.languages, readMeta('language')];
  const language = findLanguage(
    wished.filter((one) => one !== null),
    offered,
  );
  const load = language === undefined ? undefined : catalogs[language];
  if (language === undefined || !load) return;
  try {
    i18n.loadAndActivate({ locale: language, messages: (await load()).default });
    document.documentElement.lang = language;
  } catch (error) {
    logFailure('Language', String(error));
  }
}
