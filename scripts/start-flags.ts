import { StartError } from '../server/src/platform/start-error.ts';

export type StartFlags = { empty: boolean };

/** Reads the words after `npm start --`. `--role=…` is left to the server. Throws StartError on anything unknown. */
export function parseStartFlags(words: string[]): StartFlags {
  for (const word of words) {
    if (word === '--empty' || word.startsWith('--role=')) continue;
    throw new StartError(`Unknown option "${word}". There are: --empty (no demo community), --role=<role>.`);
  }
  return { empty: words.includes('--empty') };
}
