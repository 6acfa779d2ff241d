/** Checks what documents name in backticks: paths, addresses, npm scripts, settings, and identifiers in the code. */

/** `line` is the line number in the document, from 1. */
export type Mention = { text: string; line: number };

export type Repository = {
  files: readonly string[];
  /** The text of all source files. */
  sources: string;
  npmScripts: ReadonlySet<string>;
};

/** What the code has, for many look-ups in its megabytes of text. */
export type RepositoryIndex = {
  words: ReadonlySet<string>;
  /** Paths of files and folders, also without their first folders. */
  tails: ReadonlySet<string>;
  npmScripts: ReadonlySet<string>;
  /** Returns true if the text of the source files includes this one. */
  includes: (text: string) => boolean;
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

export function indexRepository({ files, sources, npmScripts }: Repository): RepositoryIndex {
  const found = new Map<string, boolean>();
  return {
    words: new Set(sources.match(/[A-Za-z_$][\w$]*/g)),
    tails: new Set([...new Set(files.flatMap(listAncestors))].flatMap(listTails)),
    npmScripts,
    includes(text) {
      const isFound = found.get(text) ?? sources.includes(text);
      found.set(text, isFound);
      return isFound;
    },
  };
}

/**
 * Returns a function that returns the first part of a mention that does not exist, or null if everything exists. Words
 * in `foreign` refer to something outside this repository; their values are the reasons.
 */
export function createFinder(
  { words, tails, npmScripts, includes }: RepositoryIndex,
  foreign: Readonly<Record<string, string>>,
): (text: string) => string | null {
  const isKnown = (word: string): boolean => words.has(word) || Object.hasOwn(foreign, word);
  const firstUnknown = (names: readonly string[]): string | null => names.find((word) => !isKnown(word)) ?? null;

  return (text) => {
    if (Object.hasOwn(foreign, text)) return null;
    const service = SERVICE.exec(text)?.[0];
    if (service !== undefined && !includes(service)) return service;
    const script = /^npm (?:run )?([\w:-]+)/.exec(text)?.[1];
    if (script !== undefined) return npmScripts.has(script) || script === 'ci' ? null : `npm script ${script}`;
    if (PLACEHOLDER.test(text)) return firstUnknown(text.match(CODE_WORD) ?? []);
    if (SETTING_PATH.test(text)) return firstUnknown(text.match(/\w+/g) ?? []);
    if (isPath(text)) {
      if (tails.has(text.replace(/\/$/, ''))) return null;
      if (!includes(`'${text}'`)) return text;
    }
    const address = ADDRESS.exec(text)?.[1];
    if (address !== undefined) return includes(address) ? null : address;
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
