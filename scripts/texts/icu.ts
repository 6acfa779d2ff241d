/** Parses messages in the ICU format: lists their arguments, and compiles them to the form that is shipped. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A message as Lingui evaluates it: strings, and arguments as `[name, kind, cases or format]`. */
export type Compiled = (string | CompiledArgument)[];
type CompiledArgument = [name: string, kind?: string, format?: string | Record<string, Compiled | number | undefined>];

const TAG = /<\/?([a-zA-Z0-9_](?:[\w.-]*\w)?)\/?>/g;

/** Compiles a message, with `mapText` applied to its texts. Throws an Error that explains what makes it invalid. */
export function compileText(message: string, mapText?: (text: string) => string): Compiled {
  return compileMessageOrThrow(message, mapText) as Compiled;
}

function collectArguments(tokens: Compiled, found: Set<string>): void {
  for (const token of tokens) {
    if (typeof token === 'string') {
      for (const [, tag] of token.matchAll(TAG)) found.add(`<${tag}>`);
      continue;
    }
    const [name, kind, format] = token;
    found.add(kind === undefined ? name : `${name}, ${kind}`);
    if (typeof format !== 'object') continue;
    if (!('other' in format)) throw new Error(`{${name}, ${kind}} has no case "other"`);
    for (const part of Object.values(format)) if (Array.isArray(part)) collectArguments(part, found);
  }
}

/** Returns the arguments and elements of a message, such as `name`, `count, plural` and `<link>`, sorted. */
export function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  collectArguments(compileText(message), found);
  return [...found].sort();
}
