/** Collects all texts that people read, from the calls of `defineMessages` in the sources. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { argumentsOf } from './icu.ts';
import {
  childOf,
  childrenOf,
  type Node,
  nameOf,
  placeOf,
  readSource,
  type SourceFile,
  staticText,
  walk,
} from './syntax.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ID = /^[a-z][\w-]*(\.[a-zA-Z][\w-]*)+$/;

/** A text, with the syntax node of its English message. */
export type FoundText = { id: string; message: string; place: string; node: Node };
export type Collected = { texts: Map<string, FoundText>; problems: string[] };

/** Returns the source files in folders of the repository, without tests. */
export function listSources(...folders: string[]): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx}`);
  return globSync(patterns, { cwd: ROOT, exclude: ['**/*.test.*', '**/testing/**'] })
    .sort()
    .map((file) => path.join(ROOT, file));
}

/** Returns the path of a file from the repository's root, for output. */
export const relativePath = (file: string): string => path.relative(ROOT, file).replaceAll(path.sep, '/');

function checkText({ id, message, place }: FoundText): string[] {
  if (!ID.test(id)) return [`${place}: "${id}" is no id: feature.what`];
  try {
    argumentsOf(message);
    return [];
  } catch (error) {
    return [`${place}: ${id} is no ICU message: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Returns the texts of a file and their problems. */
export function findTexts(source: SourceFile): { texts: FoundText[]; problems: string[] } {
  const texts: FoundText[] = [];
  const problems: string[] = [];
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || nameOf(childOf(node, 'callee')) !== 'defineMessages') return;
    const [prefix, group] = childrenOf(node, 'arguments');
    const feature = staticText(prefix);
    if (feature === undefined || group?.type !== 'ObjectExpression') {
      problems.push(`${placeOf(source, node)}: defineMessages takes a literal prefix and a literal object`);
      return;
    }
    for (const property of childrenOf(group, 'properties')) {
      const [key, value] = [nameOf(childOf(property, 'key')), childOf(property, 'value')];
      const message = staticText(value);
      const place = placeOf(source, property);
      if (key === undefined || message === undefined || !value) problems.push(`${place}: a text has to be literal`);
      else texts.push({ id: `${feature}.${key}`, message, place, node: value });
    }
  });
  return { texts, problems: [...problems, ...texts.flatMap(checkText)] };
}

/** Collects the texts of source files. Each id is defined in one place; other files import it from there. */
export function collectTexts(files: readonly string[]): Collected {
  const texts = new Map<string, FoundText>();
  const problems: string[] = [];
  for (const file of files) {
    const source = { ...readSource(file), file: relativePath(file) };
    if (!source.source.includes('defineMessages(')) continue;
    const found = findTexts(source);
    problems.push(...found.problems);
    for (const text of found.texts) {
      const first = texts.get(text.id);
      if (first) problems.push(`${text.place}: ${text.id} is defined at ${first.place} already`);
      else texts.set(text.id, text);
    }
  }
  return { texts, problems };
}
