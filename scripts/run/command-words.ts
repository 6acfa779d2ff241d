import { StartError } from '../../server/src/platform/start-error.ts';

const HELP = new Set(['--help', '-h']);

/**
 * Reads the arguments of a command from its usage, such as `npm run backup -- [FILE] [--without-files]`: words in
 * capitals stand for other words. Throws StartError for unknown options and for more words; prints the usage and exits
 * if that is asked for.
 */
export function readWords(
  usage: string,
  args: readonly string[] = process.argv.slice(2),
): { options: ReadonlySet<string>; words: readonly string[] } {
  if (args.some((word) => HELP.has(word))) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  const known: readonly string[] = usage.match(/(?<=\[)--[a-z-]+/g) ?? [];
  const maxWords = usage.match(/\b[A-Z]+\b/g)?.length ?? 0;
  const options = args.filter((word) => word.startsWith('-'));
  const words = args.filter((word) => !word.startsWith('-') && word !== '');
  const unknown = options.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new StartError(`Unknown option "${unknown}". Usage: ${usage}`);
  const superfluous = words[maxWords];
  if (superfluous !== undefined) throw new StartError(`Unexpected "${superfluous}". Usage: ${usage}`);
  return { options: new Set(options), words };
}

/** Formats a number of bytes for people. */
export const showBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
