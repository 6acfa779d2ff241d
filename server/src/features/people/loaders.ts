import type { PeopleInCommon } from '@afterhours/contract/people/people';
import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { PersonRow } from './views.ts';

/**
 * Returns the columns of a PersonRow from a table of users, without the id, which some rows have under another name.
 */
export const personColumnsOf = (users: string): RawBuilder<unknown> =>
  sql.join(
    ['first_name', 'last_name', 'username', 'image', 'profession', 'intro_details'].map((name) =>
      sql.ref(`${users}.${name}`),
    ),
  );

/** The same columns of the table `u`. */
export const personColumns = personColumnsOf('u');

/** SQL: the member with this id (SQL) as a PersonRow in JSON; null if they are gone. */
export const personJson = (id: RawBuilder<unknown>): RawBuilder<PersonRow | null> => sql<PersonRow | null>`
  (SELECT to_jsonb(p) FROM (
    SELECT u.id, ${personColumns} FROM users u WHERE u.id = ${id} AND u.deleted_at IS NULL) p)`;

/**
 * SQL: the time zone in which a member reads days and times in mails and receipts: the one chosen for digests,
 * otherwise for quiet hours. Null for members who have chosen none.
 */
export const timeZoneOf = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  SELECT coalesce(chosen.digest_zone, chosen.time_zone) FROM notification_settings chosen
  WHERE chosen.user_id = ${userId})`;

/** Only the viewer's newest follows are used, so that following thousands of members does not make this slow. */
const OWN_FOLLOWS = 200;
const NAMED = 3;

type CommonRow = PeopleInCommon & { id: string };

const nobody: PeopleInCommon = { count: 0, people: [] };

/** Returns a function that tells, for the id of each of these members, whom the viewer follows that follow them. */
export async function loadPeopleInCommon(
  db: Db,
  viewerId: string,
  members: readonly { id: string }[],
): Promise<(id: string) => PeopleInCommon> {
  const ids = members.map(({ id }) => id);
  if (ids.length === 0) return () => nobody;
  const { rows } = await sql<CommonRow>`
    WITH mine AS MATERIALIZED (
      SELECT f.followed_id AS id FROM follows f
      WHERE f.follower_id = ${viewerId}::uuid AND ${memberVisible(viewerId, sql.ref('f.followed_id'))}
      ORDER BY f.id DESC LIMIT ${OWN_FOLLOWS}
    ),
    common AS MATERIALIZED (
      SELECT target.id, count(*)::integer AS count,
        (array_agg(mine.id ORDER BY theirs.id DESC))[1:${sql.lit(NAMED)}] AS followers
      FROM unnest(${ids}::uuid[]) target(id) CROSS JOIN mine
      -- Pair by pair, so that members with thousands of followers or follows do not make this slow.
      CROSS JOIN LATERAL (
        SELECT f.id FROM follows f WHERE f.follower_id = mine.id AND f.followed_id = target.id OFFSET 0
      ) theirs
      GROUP BY target.id
    )
    SELECT common.id, common.count, (
      SELECT json_agg(json_build_object('_id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
        'image', u.image) ORDER BY array_position(common.followers, u.id))
      FROM users u WHERE u.id = ANY (common.followers)) AS people
    FROM common`.execute(db);
  const found = new Map(rows.map(({ id, count, people }) => [id, { count, people }]));
  return (id) => found.get(id) ?? nobody;
}
