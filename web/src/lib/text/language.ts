/**
 * Chooses the language of the pages: the one chosen in this browser, then the browser's preferred languages, then the
 * community's language, then English.
 */
import type { Messages } from '@lingui/core';
import { readMeta } from '../browser/site.ts';
import { browserStorage } from '../browser/storage.ts';
import { logFailure } from '../log.ts';
import { i18n } from './translate.ts';

const KEY = 'language';
/** Accented English for tests, offered only when it is requested by name. */
const PSEUDO = 'en-XA';

type Catalog = { default: Messages };
const catalogs: Readonly<Record<string, () => Promise<Catalog>>> = {
  [PSEUDO]: () => import('virtual:texts/en-XA'),
};

/**
 * Returns the first requested language that has a catalog, by its full tag or its primary subtag; undefined for
 * English.
 */
function findLanguage(preferred: readonly string[], available: readonly string[]): string | undefined {
  for (const tag of preferred) {
    const [language = ''] = tag.split('-');
    const match = available.find((name) => name === tag) ?? available.find((name) => name === language);
    if (match !== undefined) return match;
    if (language === 'en') return undefined;
  }
  return undefined;
}

/** Activates the language for texts and the document. If its catalog cannot be loaded, the pages stay English. */
export async function startLanguage(): Promise<void> {
  const chosen = browserStorage.get(KEY);
  const offered = Object.keys(catalogs).filter((name) => name !== PSEUDO || chosen === PSEUDO);
  const preferred = [chosen, ...navigator.languages, readMeta('language')];
  const language = findLanguage(
    preferred.filter((one) => one !== null),
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
