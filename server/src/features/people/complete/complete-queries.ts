/**
 * Completes a name while it is typed, by one statement whose cost does not grow with the number of members. The
 * candidates are the viewer's newest relationships, looked up by key; the best-known members, read in order; from three
 * letters on, well-known members from the index of their words; and a limited range of the prefix indexes of usernames,
 * full names and last names. Visibility is checked in the order of the result, only until enough members are found.
 */
import { MAX_COMPLETIONS } from '@afterhours/contract/people/people-completion';
import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { mentionable } from '#features/mentions/loaders.ts';
import { personColumns } from '../loaders.ts';
import type { PersonRow } from '../views.ts';

const OWN_RELATIONSHIPS = sql.lit(200);
const BEST_KNOWN = sql.lit(400);
const CANDIDATES = sql.lit(60);
/** From this fame on (20 followers), a member is in the index of well-known members. */
const KNOWN = sql.lit(17);
/** A shorter prefix matches too many words in the index of words. */
const SHORTEST_WORD = sql.lit(3);

/** SQL: some members for whom this expression begins with the typed text. */
const beginning = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT u.id FROM users u WHERE (${column} COLLATE "C") >= (SELECT start FROM q)
    AND (${column} COLLATE "C") < (SELECT start || U&'\\+10FFFF' FROM q) LIMIT ${CANDIDATES})`;

const selectRows = prepare<{ viewerId: string; typed: string }, PersonRow>(
  'people-complete',
  ({ viewerId, typed }) => sql<PersonRow>`
    WITH q AS MATERIALIZED (
      SELECT name_prefix(typed.text) COLLATE "C" AS start, (
        SELECT string_agg(quote_literal(word) || ':*A', ' & ') FROM unnest(search_words(typed.text)) word
      )::tsquery AS words
      FROM (SELECT ${typed}::text AS text OFFSET 0) typed
    ),
    relationships AS MATERIALIZED (
      (SELECT followed_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid
        ORDER BY follows.id DESC LIMIT ${OWN_RELATIONSHIPS})
      UNION
      (SELECT other_user_id FROM connections WHERE user_id = ${viewerId}::uuid ORDER BY other_user_id DESC
        LIMIT ${OWN_RELATIONSHIPS})
    ),
    near AS MATERIALIZED (
      SELECT m.user_id AS id FROM member_search m
      WHERE m.user_id = ANY (ARRAY(SELECT id FROM relationships)) AND m.document @@ (SELECT words FROM q)
    ),
    best_known AS MATERIALIZED (
      SELECT s.user_id AS id, s.document FROM member_search s WHERE s.fame >= ${KNOWN}
      ORDER BY s.fame DESC, s.user_id LIMIT ${BEST_KNOWN}
    ),
    candidates AS (
      SELECT id FROM near
      UNION SELECT id FROM best_known WHERE document @@ (SELECT words FROM q)
      UNION (SELECT s.user_id FROM member_search s WHERE s.fame >= ${KNOWN} AND s.document @@ (SELECT words FROM q)
        LIMIT (SELECT CASE WHEN length(start) < ${SHORTEST_WORD} THEN 0 ELSE ${CANDIDATES} END FROM q))
      UNION ${beginning(sql.ref('u.username'))}
      UNION ${beginning(sql`name_prefix(u.first_name || ' ' || u.last_name)`)}
      UNION ${beginning(sql`name_prefix(u.last_name)`)}
    ),
    ranked AS MATERIALIZED (
      SELECT s.user_id AS id, s.user_id IN (SELECT id FROM near) AS is_near, s.fame
      FROM candidates JOIN member_search s ON s.user_id = candidates.id
      ORDER BY is_near DESC, s.user_id = (SELECT id FROM users WHERE username = (SELECT start FROM q)) DESC NULLS LAST,
        s.fame DESC, s.user_id
    )
    SELECT found.* FROM ranked CROSS JOIN LATERAL (
      SELECT u.id, ${personColumns} FROM users u
      WHERE u.id = ranked.id AND u.id <> ${viewerId}::uuid AND u.deleted_at IS NULL AND ${memberVisible(viewerId)}
        AND ${mentionable(sql`${viewerId}::uuid`)}
      OFFSET 0
    ) found
    LIMIT ${sql.lit(MAX_COMPLETIONS)}`,
);

/**
 * Returns at most eight members whose username or name begins with this text and whom the viewer may mention: members
 * whom the viewer follows or is connected with first, then the best known. Only the newest 200 relationships of each
 * kind are considered.
 */
export const selectCompletions = (db: Db, viewerId: string, typed: string): Promise<PersonRow[]> =>
  selectRows(db, { viewerId, typed });
