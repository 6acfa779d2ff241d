/**
 * From what somebody typed to what is looked for. The words are taken apart by the same function as the members' own
 * (`search_words`); each stands for itself and for what begins with it. A word with which nothing in the dictionary
 * begins was probably mistyped: then the words nearest to it count too, those from which the fewest letters differ.
 */
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';

const MAX_WORDS = 6;
/** Of shorter words only the well-known members' index is asked for what begins with them. */
const SHORTEST_PREFIX = 3;
const SHORTEST_MISTYPED = 4;
const NEAREST = 8;

type FoundWord = { word: string; beginnings: boolean; nearest: string[] };

/** Texts of `tsquery`: `exact` the words as typed, `broad` with their beginnings and neighbours, `short` for few. */
export type Sought = { exact: string; broad: string; short: string };

const selectWords = prepare<{ typed: string }, FoundWord>(
  'search-words',
  ({ typed }) => sql<FoundWord>`
    SELECT q.word, known.beginnings, CASE WHEN known.beginnings OR length(q.word) < ${sql.lit(SHORTEST_MISTYPED)} THEN '{}'
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
    FROM unnest(search_words(${typed})) WITH ORDINALITY q(word, place)
    CROSS JOIN LATERAL (SELECT EXISTS (
      SELECT 1 FROM search_dictionary d WHERE d.word >= q.word AND d.word < q.word || U&'\\+10FFFF'
    ) AS beginnings) known
    ORDER BY q.place LIMIT ${sql.lit(MAX_WORDS)}`,
);

const quoted = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
const all = (parts: string[]): string => parts.join(' & ');

/** Null when nothing that could be looked for was typed. */
export async function findWords(db: Db, typed: string): Promise<Sought | null> {
  const found = await selectWords(db, { typed });
  if (found.length === 0) return null;
  const each = (prefixFrom: number) =>
    found.map(({ word, nearest }) => {
      const itself = word.length >= prefixFrom ? `${quoted(word)}:*` : quoted(word);
      return `(${[itself, ...nearest.map(quoted)].join(' | ')})`;
    });
  return {
    exact: all(found.map(({ word }) => quoted(word))),
    broad: all(each(SHORTEST_PREFIX)),
    short: all(each(1)),
  };
}
