import { type Role, roles } from '../../server/src/config/roles.ts';
import { StartError } from '../../server/src/platform/start-error.ts';

export type StartFlags = { empty: boolean; demo: boolean; role?: Role };

const ROLE = '--role=';
const OPTIONS = '--empty (no demo community), --demo (even if others can reach the server), --role=<role>';
const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word);

/** Parses the arguments after `npm start --`. Throws StartError for an unknown argument. */
export function parseStartFlags(words: string[]): StartFlags {
  const flags: StartFlags = { empty: false, demo: false };
  for (const word of words) {
    const role = word.startsWith(ROLE) ? word.slice(ROLE.length) : null;
    if (word === '--empty') flags.empty = true;
    else if (word === '--demo') flags.demo = true;
    else if (role === null) throw new StartError(`Unknown option "${word}". There are: ${OPTIONS}.`);
    else if (isRole(role)) flags.role = role;
    else throw new StartError(`Unknown role "${role}". There are: ${roles.join(', ')}.`);
  }
  if (flags.empty && flags.demo) throw new StartError('Choose one: --empty or --demo.');
  return flags;
}
