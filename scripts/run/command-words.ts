import { StartError } from '../../server/src/platform/start-error.ts';

/**
 * Reads the arguments after `npm run <command> --`: known options and at most `maxWords` other words. Throws StartError
 * for anything else.
 */
export function readWords(
  known: readonly string[],
  maxWords: number,
): { options: ReadonlySet<string>; words: readonly string[] } {
  const args = process.argv.slice(2);
  const options = args.filter((word) => word.startsWith('--'));
  const words = args.filter((word) => !word.startsWith('--'));
  const unknown = options.find((word) => !known.includes(word)) ?? words[maxWords];
  if (unknown !== undefined) {
    const hint = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`;
    throw new StartError(`Unknown option "${unknown}". ${hint}`);
  }
  return { options: new Set(options), words };
}

/** Formats a number of bytes for people. */
export const showBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
