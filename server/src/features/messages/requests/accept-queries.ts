/** Queries for requests on their receivers' sides. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/** SQL for a recount of a side's unread messages; `alias` is an alias of `conversation_members`. */
export const unreadOf = (alias: string): RawBuilder<number> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`(SELECT count(*)::integer FROM messages unread
    WHERE unread.conversation_id = ${of('conversation_id')} AND unread.seq > greatest(${of('read_seq')},
      ${of('cleared_seq')}) AND unread.sender_id <> ${of('user_id')} AND unread.deleted_at IS NULL)`;
};

export type Accepted = { conversation_id: string; user_id: string; other_user_id: string };
type ReceivedFrom = { userId: string; otherId: string };

/**
 * Accepts the requests that these members have received from the others; returns those that were not accepted before.
 */
export async function acceptRequests(db: Db, sides: readonly ReceivedFrom[]): Promise<Accepted[]> {
  if (sides.length === 0) return [];
  const { rows } = await sql<Accepted>`
    UPDATE conversation_members own SET request = NULL, unread_count = ${unreadOf('own')},
      last_message_at = CASE WHEN c.last_seq > own.cleared_seq THEN c.last_message_at END
    FROM conversations c, unnest(${sides.map(({ userId }) => userId)}::uuid[],
      ${sides.map(({ otherId }) => otherId)}::uuid[]) given(user_id, other_user_id)
    WHERE own.user_id = given.user_id AND own.other_user_id = given.other_user_id AND own.request IS NOT NULL
      AND c.id = own.conversation_id
    RETURNING own.conversation_id, own.user_id, own.other_user_id`.execute(db);
  return rows;
}
