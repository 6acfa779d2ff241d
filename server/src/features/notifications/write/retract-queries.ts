/** Removes actors from unread notifications of many members in one statement. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import type { NewNotification } from '../queries.ts';

type ActorArrays = { userIds: string[]; groupKeys: string[]; actorIds: string[] };

const toArrays = (requested: readonly Pick<NewNotification, 'userId' | 'groupKey' | 'actorId'>[]): ActorArrays => ({
  userIds: requested.map((one) => one.userId),
  groupKeys: requested.map((one) => one.groupKey),
  actorIds: requested.map((one) => one.actorId),
});

const asRows = ({ userIds, groupKeys, actorIds }: ActorArrays): RawBuilder<unknown> => sql`
  unnest(${anyValue(sql`${userIds}::uuid[]`)}, ${anyValue(sql`${groupKeys}::text[]`)},
    ${anyValue(sql`${actorIds}::uuid[]`)})
    AS requested(user_id, group_key, actor_id)`;

/** Returns the members whose unread notifications lost these actors. A notification is deleted with its last actor. */
const retractAll = prepare<ActorArrays, { user_id: string }>(
  'notifications-retract',
  (requested) => sql<{ user_id: string }>`
    WITH gone AS (
      DELETE FROM notification_actors a USING ${asRows(requested)}, notifications n
      WHERE n.user_id = requested.user_id AND n.group_key = requested.group_key AND n.read_at IS NULL
        AND a.notification_id = n.id AND a.actor_id = requested.actor_id
      RETURNING a.notification_id, a.actor_id, n.user_id
    ), fewer AS (
      SELECT notification_id, user_id, count(*)::integer AS count, array_agg(actor_id) AS actors FROM gone GROUP BY 1, 2
    ), emptied AS (
      DELETE FROM notifications n USING fewer WHERE n.id = fewer.notification_id AND n.actors_count <= fewer.count
    ), left_over AS (
      UPDATE notifications n SET actors_count = n.actors_count - fewer.count, actor_id = (
        SELECT a.actor_id FROM notification_actors a
        WHERE a.notification_id = n.id AND a.actor_id <> ALL (fewer.actors) ORDER BY a.created_at DESC LIMIT 1
      )
      FROM fewer WHERE n.id = fewer.notification_id AND n.actors_count > fewer.count
    )
    SELECT DISTINCT user_id FROM fewer`,
);

/** Removes actors from unread notifications. Returns the members whose notifications changed. */
export async function retractActors(
  db: Db,
  actions: readonly Pick<NewNotification, 'userId' | 'groupKey' | 'actorId'>[],
): Promise<string[]> {
  return (await retractAll(db, toArrays(actions))).map((row) => row.user_id);
}
