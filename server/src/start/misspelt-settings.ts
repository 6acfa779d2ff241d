/** Finds variables of the environment that are probably misspelt settings. */
import { settingNames } from '#config.ts';

/** Shorter names, such as HOST, differ by one letter from variables of other programs. */
const SHORTEST = 6;

/** Returns how many letters the words have in common from their start, at most `most`. */
function countCommon(one: string, other: string, most: number): number {
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count;
}

const reversed = (word: string): string => Array.from(word).reverse().join('');

/** Whether the words differ in one inserted, missing or different letter, or in two that are swapped. */
function isOneMistake(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const start = countCommon(one, other, shorter);
  const end = countCommon(reversed(one), reversed(other), shorter - start);
  const [left, right] = [one, other].map((word) => word.slice(start, word.length - end)) as [string, string];
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left === reversed(right));
}

/** Returns the variables that are not settings, but nearly have the name of a setting that is missing. */
export function findMisspelt(variables: readonly string[]): { given: string; meant: string }[] {
  const missing = settingNames.filter((name) => name.length >= SHORTEST && !variables.includes(name));
  return variables
    .filter((given) => !settingNames.includes(given))
    .flatMap((given) => {
      const meant = missing.find((name) => isOneMistake(given, name));
      return meant === undefined ? [] : [{ given, meant }];
    });
}
