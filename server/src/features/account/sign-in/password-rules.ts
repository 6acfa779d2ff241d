/**
 * Rules for a new password beyond the contract's: it must not be easy to guess, and must differ from the current one.
 */
import { accountMessages } from '@afterhours/contract/account/account';
import { fieldProblem } from '#http/errors/errors.ts';
import { verifyPassword } from './passwords.ts';

const COMMON_PASSWORDS = 10_000;
/** The number of letters outside names from which a password is acceptable. */
const OWN_LETTERS = 5;
const SHORTEST_NAME = 3;

let common: Promise<Set<string>> | undefined;

/**
 * Returns the most common passwords, in lower case. The file is loaded on the first check, because most processes need
 * none.
 */
function loadShared(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS)),
  );
  return common;
}

const isShared = async (password: string): Promise<boolean> => {
  const list = await loadShared();
  const lower = password.toLowerCase();
  return list.has(lower) || list.has(lower.replace(/[\d\W_]+$/, ''));
};

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** Whether few letters are left of a password once the names in it are removed. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const known = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}]+/u)])
    .map(lettersOf)
    .filter((name) => name.length >= SHORTEST_NAME)
    .toSorted((one, other) => other.length - one.length);
  const letters = lettersOf(password);
  let rest = letters;
  for (const name of known) rest = rest.replaceAll(name, '');
  return rest.length < letters.length && rest.length < OWN_LETTERS;
}

type Owner = { appName: string; email: string; firstName: string; lastName: string; username?: string | null };

/** Throws a 422 on `field` for a password that is easy to guess. */
export async function requireHardToGuess(field: string, password: string, owner: Owner): Promise<void> {
  const { appName, email, firstName, lastName, username } = owner;
  const names = [appName, email, email.split('@')[0] ?? '', firstName, lastName, username ?? ''];
  if ((await isShared(password)) || isMadeOf(password, names)) throw fieldProblem(field, accountMessages.easyToGuess);
}

/** Throws a 422 on `field` if the password is the current one. */
export async function requireOther(field: string, password: string, present: string | null): Promise<void> {
  if (present !== null && (await verifyPassword(present, password)))
    throw fieldProblem(field, accountMessages.samePassword);
}
