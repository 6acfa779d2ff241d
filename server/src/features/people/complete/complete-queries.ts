/**
 * Completes a name that is being typed, in one statement whose cost does not grow with the number of members: the
 * newest relationships of the viewer are looked up by their keys, well-known members in the index of their words, and a
 * limited range of the others in the indexes of the beginnings of usernames, full names and last names.
 */
import { MAX_COMPLETIONS } from '@afterhours/contract/people-completion';
import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { mentionable } from '#features/mentions/loaders.ts';
import { personColumns } from '../loaders.ts';
import type { PersonRow } from '../views.ts';

const OWN_RELATIONSHIPS = sql.lit(300);
const CANDIDATES = sql.lit(60);
/** From this fame on a member is in the index of the well-known (20 followers), and of the famous (some 150). */
const KNOWN = sql.lit(17);
const FAMOUS = sql.lit(29);

/** SQL: some members of whom this (SQL) begins with what was typed. */
const beginning = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT u.id FROM users u WHERE (${column} COLLATE "C") >= (SELECT start FROM q)
    AND (${column} COLLATE "C") < (SELECT start || U&'\\+10FFFF' FROM q) LIMIT ${CANDIDATES})`;

/** SQL: some members of at least this fame with a name that begins with what was typed. */
const known = (fame: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT s.user_id AS id FROM member_search s WHERE s.fame >= ${fame}
    AND s.document @@ (SELECT words FROM q) LIMIT ${CANDIDATES})`;

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
    candidates AS (
      SELECT id FROM near
      UNION ${known(FAMOUS)} UNION ${known(KNOWN)}
      UNION ${beginning(sql.ref('u.username'))}
      UNION ${beginning(sql`name_prefix(u.first_name || ' ' || u.last_name)`)}
      UNION ${beginning(sql`name_prefix(u.last_name)`)}
    )
    SELECT u.id, ${personColumns}
    FROM candidates JOIN users u ON u.id = candidates.id JOIN member_search s ON s.user_id = u.id
    WHERE u.id <> ${viewerId}::uuid AND u.deleted_at IS NULL AND ${memberVisible(viewerId)}
      AND ${mentionable(sql`${viewerId}::uuid`)}
    ORDER BY EXISTS (SELECT 1 FROM near WHERE near.id = u.id) DESC, u.username = (SELECT start FROM q) DESC,
      s.fame DESC, u.username COLLATE "C"
    LIMIT ${sql.lit(MAX_COMPLETIONS)}`,
);

/**
 * Returns at most eight members whose username or name begins with this text and whom the viewer may mention: those
 * whom the viewer follows or is connected with first, then the best known. Of relationships the newest 300 of each kind
 * count.
 */
export const selectCompletions = (db: Db, viewerId: string, typed: string): Promise<PersonRow[]> =>
  selectRows(db, { viewerId, typed });
