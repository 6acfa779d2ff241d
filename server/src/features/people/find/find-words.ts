/** Turns typed filters into words in the form in which members' own words are stored (`search_words`). */
import type { PeopleFilters } from '@afterhours/contract/people/people-filters';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

const MAX_WORDS = 6;
/** Shorter name prefixes are looked up in the index of the first two letters. */
const SHORTEST_PREFIX = 3;

/** The weights of words in `member_search`. */
const weights = { name: 'A', trade: 'B', skill: 'C' } as const;
type WordFilter = keyof typeof weights;
const wordFilters = Object.keys(weights) as WordFilter[];

/** `query` is the text of a `tsquery`, or null. `starts` are name prefixes of one or two letters. */
export type FoundWords = { query: string | null; starts: readonly string[] };

/** Needs no escaping: quotes and backslashes separate words, so no word contains them. */
const toTerm = (word: string, weight: string): string => `'${word}':*${weight}`;

/**
 * Returns the words of the filters, or null if a filter has no words although it is filled in, so that nobody matches.
 */
export async function loadWords(db: Db, filters: PeopleFilters): Promise<FoundWords | null> {
  if (wordFilters.every((name) => !filters[name])) return { query: null, starts: [] };
  const { rows } = await sql<Record<WordFilter, string[]>>`
    SELECT search_words(${filters.name ?? ''}) AS name, search_words(${filters.trade ?? ''}) AS trade,
      search_words(${filters.skill ?? ''}) AS skill`.execute(db);
  const [words] = rows;
  if (!words || wordFilters.some((name) => filters[name] && words[name].length === 0)) return null;
  const starts = words.name.filter((word) => word.length < SHORTEST_PREFIX).slice(0, MAX_WORDS);
  const terms = wordFilters.flatMap((name) =>
    words[name]
      .filter((word) => name !== 'name' || word.length >= SHORTEST_PREFIX)
      .slice(0, MAX_WORDS)
      .map((word) => toTerm(word, weights[name])),
  );
  return { query: terms.length > 0 ? terms.join(' & ') : null, starts };
}
