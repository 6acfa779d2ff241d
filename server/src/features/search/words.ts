/**
 * From what somebody typed to what is looked for. The words are taken apart by the same function as the members' own
 * (`search_words`); each stands for itself and for what begins with it. A word with which nothing in the dictionary
 * begins was probably mistyped: then the words nearest to it count too, those from which the fewest letters differ.
 */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';

const MAX_WORDS = 6;
/** Of shorter words only the well-known members' index is asked for what begins with them. */
const SHORTEST_PREFIX = 3;
const SHORTEST_MISTYPED = 4;
const NEAREST = 8;
/** So many words that begin with one are looked up one by one; an index compares each candidate with all of them. */
const BEGINNINGS = 8;

type FoundWord = { word: string; beginnings: string[]; nearest: string[] };

/**
 * Texts of `tsquery`: `exact` the words as typed, `broad` with their beginnings and neighbours, `short` the same with
 * what begins with one or two letters, too. `known` is what `short` says, and `all` what `broad` says, for an index:
 * it finds the words of the dictionary quickly, but for a beginning it goes through every username there is. For each word
 * typed `alternatives` are it and its neighbours; with `abbreviated` one is so short that not everybody is looked for who
 * begins with it.
 */
export type Sought = {
  exact: string;
  broad: string;
  short: string;
  known: string;
  all: string;
  alternatives: readonly (readonly string[])[];
  abbreviated: boolean;
};

// The words typed are hidden from the planner: otherwise it plans each search anew, which takes ten times what asking does.
const selectWords = prepare<{ typed: string }, FoundWord>(
  'search-words',
  ({ typed }) => sql<FoundWord>`
    WITH typed AS MATERIALIZED (SELECT ${typed}::text AS words)
    SELECT q.word, known.beginnings,
      CASE WHEN cardinality(known.beginnings) > 0 OR length(q.word) < ${sql.lit(SHORTEST_MISTYPED)} THEN '{}'
      ELSE ARRAY(
        SELECT close.word FROM (
          SELECT near.word, rank() OVER (ORDER BY levenshtein(near.word, q.word)) AS place FROM (
            (SELECT d.word FROM search_dictionary d WHERE d.word % q.word
              ORDER BY similarity(d.word, q.word) DESC LIMIT ${sql.lit(NEAREST)})
            UNION
            (SELECT d.word FROM search_dictionary d
              WHERE left(d.word, 1) = left(q.word, 1) AND length(d.word) BETWEEN length(q.word) - 1 AND length(q.word) + 1
              ORDER BY levenshtein_less_equal(d.word, q.word, 2), d.word LIMIT ${sql.lit(NEAREST)})
          ) near WHERE levenshtein(near.word, q.word) <= greatest(2, length(q.word) / 3)
        ) close WHERE place = 1 ORDER BY close.word LIMIT ${sql.lit(NEAREST)}) END AS nearest
    FROM typed CROSS JOIN LATERAL unnest(search_words(typed.words)) WITH ORDINALITY q(word, place)
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT d.word FROM search_dictionary d WHERE d.word >= q.word AND d.word < q.word || U&'\\+10FFFF'
      ORDER BY d.word LIMIT ${sql.lit(BEGINNINGS + 1)}
    ) AS beginnings) known
    ORDER BY q.place LIMIT ${sql.lit(MAX_WORDS)}`,
);

const quoted = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
const all = (parts: string[]): string => parts.join(' & ');

/** What stands for a word in an index: the words that begin with it, if they are not too many; else its beginning. */
function listed({ word, beginnings }: FoundWord): string[] {
  if (beginnings.length === 0 || beginnings.length > BEGINNINGS) return [`${quoted(word)}:*`];
  return [...new Set([word, ...beginnings])].map(quoted);
}

/** Null when nothing that could be looked for was typed. */
export async function findWords(db: Db, typed: string): Promise<Sought | null> {
  const found = await selectWords(db, { typed });
  if (found.length === 0) return null;
  const each = (prefixFrom: number, begins: (one: FoundWord) => string[]) =>
    found.map((one) => {
      const itself = one.word.length >= prefixFrom ? begins(one) : [quoted(one.word)];
      return `(${[...itself, ...one.nearest.map(quoted)].join(' | ')})`;
    });
  const begins = ({ word }: FoundWord): string[] => [`${quoted(word)}:*`];
  return {
    exact: all(found.map(({ word }) => quoted(word))),
    broad: all(each(SHORTEST_PREFIX, begins)),
    short: all(each(1, begins)),
    known: all(each(1, listed)),
    all: all(each(SHORTEST_PREFIX, listed)),
    alternatives: found.map(({ word, nearest }) => [word, ...nearest]),
    abbreviated: found.some(({ word }) => word.length < SHORTEST_PREFIX),
  };
}
