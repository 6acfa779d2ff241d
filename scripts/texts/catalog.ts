/** Translations: `contract/texts/<language>.json`, from id to ICU message, compared with the English of the sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { argumentsOf } from './icu.ts';

export type Catalog = Record<string, string>;

const FOLDER = path.resolve(import.meta.dirname, '../../contract/texts');

const sorted = (names: readonly string[]): string => names.join('; ') || 'none';

function compareArguments(id: string, english: string, translation: string): string | undefined {
  try {
    const [wanted, given] = [sorted(argumentsOf(english)), sorted(argumentsOf(translation))];
    return wanted === given ? undefined : `${id} takes ${wanted}, but its translation takes ${given}`;
  } catch (error) {
    return `${id} is no ICU message: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What is wrong with a translation: ids that are missing or unknown, and arguments that differ. */
export function checkCatalog(english: ReadonlyMap<string, { message: string }>, catalog: Catalog): string[] {
  const missing = [...english.keys()].filter((id) => !Object.hasOwn(catalog, id)).map((id) => `${id} is missing`);
  const wrong = Object.entries(catalog).map(([id, translation]) => {
    const text = english.get(id);
    return text ? compareArguments(id, text.message, translation) : `${id} is not used`;
  });
  return [...missing, ...wrong.filter((problem) => problem !== undefined)];
}

/** The translations that are kept, by language. */
export function readCatalogs(): Map<string, Catalog> {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.json')) : [];
  return new Map(
    files.map((file) => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))]),
  );
}
