/**
 * Keys that index saved searches. A search has one key, derived from its most selective filter: a word, a tag, a
 * country, pay, the kind of job, or where the work is done. A job has the keys of every search that could match it.
 * Words match by prefix, so a word's key is its first three letters.
 */
import type { JobSearch } from '@afterhours/contract/jobs/job-filters';
import type { JobTerms } from '@afterhours/contract/jobs/jobs';
import { hashtagSlug } from '@afterhours/contract/posts/hashtags';

const LETTERS = 3;

const startOf = (word: string, letters = LETTERS): string => Array.from(word).slice(0, letters).join('');

/** Returns the key of a search; `words` are the words of its keyword. */
export function keyOf(search: JobSearch, words: readonly string[]): string {
  const longest = words.toSorted((one, other) => other.length - one.length)[0];
  if (longest) return `word ${startOf(longest)}`;
  if (search.hashtag) return `tag ${hashtagSlug(search.hashtag)}`;
  if (search.country) return `country ${search.country}`;
  if (search.payCurrency) return `pay ${search.payCurrency} ${search.payPeriod}`;
  if (search.employment) return `employment ${search.employment}`;
  return `remote ${search.remote}`;
}

type JobKeyFields = { words: readonly string[]; hashtags: readonly string[]; terms: JobTerms | null };

/**
 * A job that can be done from anywhere matches every country, so it gets the keys of all the countries that are
 * searched for.
 */
const countryKeys = ({ countries, remote }: JobTerms, searched: readonly string[]): string[] =>
  (countries.length === 0 && remote === 'full' ? searched : countries).map((name) => `country ${name}`);

/** Returns the keys of all searches that could match a job; `searched` are the countries that saved searches name. */
export function keysOf({ words, hashtags, terms }: JobKeyFields, searched: readonly string[]): string[] {
  const starts = words.flatMap((word) => [1, 2, LETTERS].map((letters) => `word ${startOf(word, letters)}`));
  const keys = [...starts, ...hashtags.map((tag) => `tag ${hashtagSlug(tag)}`)];
  if (terms) {
    keys.push(...countryKeys(terms, searched), `employment ${terms.employment}`, `remote ${terms.remote}`);
    if (terms.pay) keys.push(`pay ${terms.pay.currency} ${terms.pay.period}`);
  }
  return [...new Set(keys)];
}
