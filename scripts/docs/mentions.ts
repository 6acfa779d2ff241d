/** What a document names in backticks: paths, addresses, npm scripts, settings, and names of the code. */

/** `place` is the line in the document, from 1. */
export type Mention = { text: string; place: number };

export type Repository = {
  files: readonly string[];
  /** The text of all sources. */
  sources: string;
  npmScripts: ReadonlySet<string>;
  /** Words that are not this repository's, with the reason. */
  foreign: Readonly<Record<string, string>>;
};

const EXTENSION = /\.(?:ts|tsx|mjs|md|json|css|ya?ml|svg|webp|html)$/;
const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/;
/** A place in the folder that a setting names: `DATA_DIR/uploads`. */
const SETTING_PATH = /^[A-Z]+_[A-Z]+\//;
const ADDRESS = /^(?:[A-Z]+ )?(?:\/api)?(\/[A-Za-z][\w/.-]*)/;
const NAME = /^[A-Za-z_$][\w$]*(?:[.:][A-Za-z_$][\w$]*)*(?:\(.*\))?$/;
/** Words that are surely names of code wherever they are: camelCase, PascalCase, UPPER_CASE, snake_case. */
const CODE_WORD = /\b(?:[a-z]{2,}[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+|[a-z]+_[a-z_]+)\b/g;
/** The ports that features get: their names are common words, so that they have to be found as they are called. */
const SERVICE = /^services\.\w+/;
/** A part to be filled in: `<feature>`, `…`, `*`, `NNNN`. */
const PLACEHOLDER = /<[a-z-]+>|[…*]|NNNN/;

/** Returns the mentions of a document outside its code blocks. */
export function listMentions(document: string): Mention[] {
  const mentions: Mention[] = [];
  let inBlock = false;
  for (const [index, line] of document.split('\n').entries()) {
    if (line.startsWith('```')) inBlock = !inBlock;
    if (inBlock) continue;
    for (const [, text = ''] of line.matchAll(/`([^`]+)`/g)) mentions.push({ text, place: index + 1 });
  }
  return mentions;
}

/** Returns a function that says what of a mention does not exist; null when all of it does. */
export function createFinder({ files, sources, npmScripts, foreign }: Repository): (text: string) => string | null {
  const words = new Set(sources.match(/[A-Za-z_$][\w$]*/g));
  const parts = new Set(files.flatMap((file) => ancestors(file)));
  const tails = new Set([...parts].flatMap(listTails));
  const isKnown = (word: string): boolean => words.has(word) || Object.hasOwn(foreign, word);
  const firstUnknown = (found: readonly string[]): string | null => found.find((word) => !isKnown(word)) ?? null;

  return (text) => {
    if (Object.hasOwn(foreign, text)) return null;
    const service = SERVICE.exec(text)?.[0];
    if (service !== undefined && !sources.includes(service)) return service;
    const script = /^npm (?:run )?([\w:-]+)/.exec(text)?.[1];
    if (script !== undefined) return npmScripts.has(script) || script === 'ci' ? null : `npm script ${script}`;
    if (PLACEHOLDER.test(text)) return firstUnknown(text.match(CODE_WORD) ?? []);
    if (SETTING_PATH.test(text)) return firstUnknown(text.match(/\w+/g) ?? []);
    if (isPath(text) && !sources.includes(`'${text}'`)) return tails.has(text.replace(/\/$/, '')) ? null : text;
    const address = ADDRESS.exec(text)?.[1];
    if (address !== undefined) return sources.includes(address) ? null : address;
    if (NAME.test(text)) return firstUnknown(text.replace(/\(.*$/, '').split(/[.:]/));
    return firstUnknown(text.match(CODE_WORD) ?? []);
  };
}

const isPath = (text: string): boolean => PATH.test(text) && (text.includes('/') || EXTENSION.test(text));

/** A file and the folders around it. */
function ancestors(file: string): string[] {
  const names = file.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** All endings of a path: a document may leave out the folders in front. */
function listTails(file: string): string[] {
  const names = file.split('/');
  return names.map((_name, index) => names.slice(index).join('/'));
}
