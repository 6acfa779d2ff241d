/** Checks what documents name in backticks: paths, addresses, npm scripts, settings, and identifiers in the code. */

/** `line` is the line number in the document, from 1. */
export type Mention = { text: string; line: number };

export type Repository = {
  files: readonly string[];
  /** The text of all source files. */
  sources: string;
  npmScripts: ReadonlySet<string>;
  /** Words that refer to something outside this repository, with the reason. */
  foreign: Readonly<Record<string, string>>;
};

const EXTENSION = /\.(?:ts|tsx|mjs|md|json|css|ya?ml|svg|webp|html)$/;
const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/;
/** A path in a folder that a setting defines: `DATA_DIR/uploads`. */
const SETTING_PATH = /^[A-Z]+_[A-Z]+\//;
const ADDRESS = /^(?:[A-Z]+ )?(?:\/api)?(\/[A-Za-z][\w/.-]*)/;
const NAME = /^[A-Za-z_$][\w$]*(?:[.:][A-Za-z_$][\w$]*)*(?:\(.*\))?$/;
/** Words that are certainly identifiers: camelCase, PascalCase, UPPER_CASE, snake_case. */
const CODE_WORD = /\b(?:[a-z]{2,}[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+|[a-z]+_[a-z_]+)\b/g;
/** The ports that features receive. Their names are common words, so the whole expression has to occur in the code. */
const SERVICE = /^services\.\w+/;
/** A placeholder: `<feature>`, `…`, `*`, `NNNN`. */
const PLACEHOLDER = /<[a-z-]+>|[…*]|NNNN/;

/** Returns the mentions of a document outside its code blocks. */
export function listMentions(document: string): Mention[] {
  const mentions: Mention[] = [];
  let inBlock = false;
  for (const [index, content] of document.split('\n').entries()) {
    if (content.startsWith('```')) inBlock = !inBlock;
    if (inBlock) continue;
    for (const [, text = ''] of content.matchAll(/`([^`]+)`/g)) mentions.push({ text, line: index + 1 });
  }
  return mentions;
}

/** Returns a function that returns the first part of a mention that does not exist, or null if everything exists. */
export function createFinder({ files, sources, npmScripts, foreign }: Repository): (text: string) => string | null {
  const words = new Set(sources.match(/[A-Za-z_$][\w$]*/g));
  const parts = new Set(files.flatMap(listAncestors));
  const tails = new Set([...parts].flatMap(listTails));
  const isKnown = (word: string): boolean => words.has(word) || Object.hasOwn(foreign, word);
  const firstUnknown = (names: readonly string[]): string | null => names.find((word) => !isKnown(word)) ?? null;

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

/** Returns a file and its parent folders. */
function listAncestors(file: string): string[] {
  const names = file.split('/');
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** Returns all suffixes of a path: documents may omit its first folders. */
function listTails(file: string): string[] {
  const names = file.split('/');
  return names.map((_name, index) => names.slice(index).join('/'));
}
