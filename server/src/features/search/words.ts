/**
 * Turns typed text into search words. The text is split by the same function as members' own texts (`search_words`).
 * Each word stands for itself and for words that begin with it. A word that begins no word in the dictionary was
 * probably mistyped: then the most similar words, with the fewest different letters, count too.
 */
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';

const MAX_WORDS = 6;
/** The prefixes of shorter words are searched only in the index of well-known members. */
const SHORTEST_PREFIX = 3;
const SHORTEST_MISTYPED = 4;
const NEAREST = 8;
/**
 * Up to this many words with the same prefix are looked up one by one, since an index compares each candidate with all
 * of them.
 */
const BEGINNINGS = 8;

type FoundWord = { word: string; beginnings: string[]; nearest: string[] };

/**
 * Texts of `tsquery`. `exact`: the words as typed. `broad`: with their prefixes and similar words. `short`: also with
 * prefixes of one or two letters. `known` is `short`, and `all` is `broad`, in the form for an index: an index finds
 * dictionary words quickly, but for a prefix it scans all usernames. `alternatives` lists the typed word and the
 * similar ones for each word. `abbreviated`: true if one word is so short that its prefix is not searched among all
 * members.
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

// The words are hidden from the planner: otherwise it would plan each search anew, which takes ten times as long as
// running it.
const selectWords = prepare<{ typed: string }, FoundWord>(
  'search-words',
  ({ typed }) => sql<FoundWord>`
    WITH typed AS MATERIALIZED (SELECT ${typed}::text AS words)
    SELECT q.word, known.beginnings,
      CASE WHEN cardinality(known.beginnings) > 0 OR length(q.word) < ${sql.lit(SHORTEST_MISTYPED)} THEN '{}'
      ELSE ARRAY(
        SELECT close.word FROM (
          SELECT near.word, rank() OVER (ORDER BY levenshtein(near.word, q.word)) AS rank FROM (
            (SELECT d.word FROM search_dictionary d WHERE d.word % q.word
              ORDER BY similarity(d.word, q.word) DESC LIMIT ${sql.lit(NEAREST)})
            UNION
            (SELECT d.word FROM search_dictionary d
              WHERE left(d.word, 1) = left(q.word, 1) AND length(d.word) BETWEEN length(q.word) - 1
                AND length(q.word) + 1
              ORDER BY levenshtein_less_equal(d.word, q.word, 2), d.word LIMIT ${sql.lit(NEAREST)})
          ) near WHERE levenshtein(near.word, q.word) <= greatest(2, length(q.word) / 3)
        ) close WHERE rank = 1 ORDER BY close.word LIMIT ${sql.lit(NEAREST)}) END AS nearest
    FROM typed CROSS JOIN LATERAL unnest(search_words(typed.words)) WITH ORDINALITY q(word, ordinal)
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT d.word FROM search_dictionary d WHERE d.word >= q.word AND d.word < q.word || U&'\\+10FFFF'
      ORDER BY d.word LIMIT ${sql.lit(BEGINNINGS + 1)}
    ) AS beginnings) known
    ORDER BY q.ordinal LIMIT ${sql.lit(MAX_WORDS)}`,
);

const quoted = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
const all = (parts: string[]): string => parts.join(' & ');

/** Returns the index form of a word: the words that begin with it if they are few enough, otherwise its prefix. */
function listed({ word, beginnings }: FoundWord): string[] {
  if (beginnings.length === 0 || beginnings.length > BEGINNINGS) return [`${quoted(word)}:*`];
  return [...new Set([word, ...beginnings])].map(quoted);
}

/** Returns the search words of a text, or null if it has none. */
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
