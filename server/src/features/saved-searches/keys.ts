/**
 * Keys by which saved searches are found. A search has one, of its rarest filter: a word, a tag, a country, pay, the
 * kind of job, or where the work is done. A job has all that a search which fits it could have. Words are searched by
 * their beginnings, so that a key has the first three letters.
 */

import { hashtagSlug } from '@afterhours/contract/hashtags';
import type { JobSearch } from '@afterhours/contract/job-filters';
import type { JobTerms } from '@afterhours/contract/jobs';

const LETTERS = 3;

const startOf = (word: string, letters = LETTERS): string => Array.from(word).slice(0, letters).join('');

/** Returns the key of a search; `words` are those of its keyword. */
export function keyOf(search: JobSearch, words: readonly string[]): string {
  const longest = words.toSorted((one, other) => other.length - one.length)[0];
  if (longest) return `word ${startOf(longest)}`;
  if (search.hashtag) return `tag ${hashtagSlug(search.hashtag)}`;
  if (search.country) return `country ${search.country}`;
  if (search.payCurrency) return `pay ${search.payCurrency} ${search.payPeriod}`;
  if (search.employment) return `employment ${search.employment}`;
  return `remote ${search.remote}`;
}

type Found = { words: readonly string[]; hashtags: readonly string[]; terms: JobTerms | null };

/** The country of a job that can be done from anywhere fits all; such a job is found by each that is searched for. */
const countryKeys = ({ countries, remote }: JobTerms, searched: readonly string[]): string[] =>
  (countries.length === 0 && remote === 'full' ? searched : countries).map((name) => `country ${name}`);

/** Returns the keys of all searches that could fit a job; `searched` are the countries that there are. */
export function keysOf({ words, hashtags, terms }: Found, searched: readonly string[]): string[] {
  const starts = words.flatMap((word) => [1, 2, LETTERS].map((letters) => `word ${startOf(word, letters)}`));
  const keys = [...starts, ...hashtags.map((tag) => `tag ${hashtagSlug(tag)}`)];
  if (terms) {
    keys.push(...countryKeys(terms, searched), `employment ${terms.employment}`, `remote ${terms.remote}`);
    if (terms.pay) keys.push(`pay ${terms.pay.currency} ${terms.pay.period}`);
  }
  return [...new Set(keys)];
}
