import { StartError } from '../../server/src/platform/start-error.ts';

/**
 * Reads the words after `npm run <command> --`: known options and at most `most` others. Throws StartError otherwise.
 */
export function readWords(
  known: readonly string[],
  most: number,
): { options: ReadonlySet<string>; words: readonly string[] } {
  const given = process.argv.slice(2);
  const options = given.filter((word) => word.startsWith('--'));
  const words = given.filter((word) => !word.startsWith('--'));
  const unknown = options.find((word) => !known.includes(word)) ?? words[most];
  if (unknown !== undefined) {
    const there = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`;
    throw new StartError(`Unknown option "${unknown}". ${there}`);
  }
  return { options: new Set(options), words };
}

/** Returns a number of bytes as people read it. */
export const showBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
