/** Names in the environment and in `.env` that are not settings, but were probably meant to be. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

type Variables = Record<string, string | undefined>;

/** Variables of Node.js, npm and the system, which may be in `.env`, too. */
const OF_OTHERS = /^(node_|npm_|uv_|pg|ssl_|malloc_|lc_|lang$|tz$|home$|path$|tmpdir$|(https?|no|all)_proxy$)/i;

/** Returns how many letters have to be added, removed, replaced or swapped to change one name into another. */
export function countEdits(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, i) => [i, ...Array<number>(to.length).fill(0)]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= to.length; j++) (rows[0] as number[])[j] = j;
  for (let i = 1; i <= from.length; i++) {
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const edits = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)];
      (rows[i] as number[])[j] = Math.min(...edits, ...(swapped ? [at(i - 2, j - 2) + 1] : []));
    }
  }
  return at(from.length, to.length);
}

/** In a short name, two other letters make another word. */
const mostEdits = (setting: string): number => (setting.length < 8 ? 1 : 2);

/** Returns how many letters of one text the other does not have, whatever their order: at least these are edited. */
function countMissing(from: string, to: string): number {
  let rest = to;
  let missing = 0;
  for (const letter of from) {
    const at = rest.indexOf(letter);
    if (at === -1) missing++;
    else rest = rest.slice(0, at) + rest.slice(at + 1);
  }
  return missing;
}

/** Whether counting the edits is worth its time: names that resemble each other have almost the same letters. */
const mayResemble = (name: string, setting: string): boolean =>
  Math.abs(setting.length - name.length) <= mostEdits(setting) &&
  countMissing(name, setting) <= mostEdits(setting) &&
  countMissing(setting, name) <= mostEdits(setting);

/** Returns the setting that a name resembles most, if it resembles one. */
function findNearest(given: string, settings: readonly string[]): string | undefined {
  const name = given.toUpperCase();
  const [nearest] = settings
    .filter((setting) => mayResemble(name, setting))
    .map((setting) => ({ setting, edits: countEdits(name, setting) }))
    .filter(({ setting, edits }) => edits <= mostEdits(setting))
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.setting;
}

/** The shortest setting for which the environment is searched: other programs have variables like HOST and PORT. */
const SHORTEST = 6;

/** Returns the variables in the `.env` of a checkout. */
export function readEnvFile(root: string): Variables {
  const file = path.join(root, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

type Known = { settings: readonly string[]; file: Variables };

/**
 * Returns a phrase for each unknown name in `.env`, and for each name in the rest of the environment that resembles a
 * setting that is not set.
 */
export function describeUnknown(environment: Variables, { settings, file }: Known): string[] {
  const find = (name: string) => ({ name, nearest: findNearest(name, settings) });
  const inFile = Object.keys(file)
    .filter((name) => !settings.includes(name) && !OF_OTHERS.test(name))
    .map(find)
    .map(({ name, nearest }) => ({ name: `${name} in .env`, nearest }));
  const elsewhere = Object.keys(environment)
    .filter((name) => !settings.includes(name) && !(name in file))
    .map(find)
    .filter(({ nearest }) => nearest !== undefined && nearest.length >= SHORTEST && !environment[nearest]);
  return [...inFile, ...elsewhere].map(
    ({ name, nearest }) => `${name} is not a setting and is ignored${nearest ? `; did you mean ${nearest}?` : ''}`,
  );
}
