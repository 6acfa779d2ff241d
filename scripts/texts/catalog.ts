/** Checks translations (`contract/texts/<language>.json`, ids to ICU messages) against the English texts in sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { argumentsOf } from './icu.ts';

export type Catalog = Record<string, string>;

const FOLDER = path.resolve(import.meta.dirname, '../../contract/texts');

const formatNames = (names: readonly string[]): string => names.join('; ') || 'none';

function compareArguments(id: string, english: string, translation: string): string | undefined {
  try {
    const [expected, actual] = [formatNames(argumentsOf(english)), formatNames(argumentsOf(translation))];
    return expected === actual ? undefined : `${id} takes ${expected}, but its translation takes ${actual}`;
  } catch (error) {
    return `${id} is no ICU message: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns the problems of a translation: missing ids, unknown ids, invalid messages and different arguments. */
export function checkCatalog(english: ReadonlyMap<string, { message: string }>, catalog: Catalog): string[] {
  const missing = [...english.keys()].filter((id) => !Object.hasOwn(catalog, id)).map((id) => `${id} is missing`);
  const wrong = Object.entries(catalog).map(([id, translation]) => {
    const text = english.get(id);
    return text ? compareArguments(id, text.message, translation) : `${id} is not used`;
  });
  return [...missing, ...wrong.filter((problem) => problem !== undefined)];
}

/** Returns the stored translations by language. */
export function readCatalogs(): Map<string, Catalog> {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.json')) : [];
  return new Map(
    files.map((file) => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))]),
  );
}
