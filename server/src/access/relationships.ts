/**
 * SQL: the viewer's relationship with the member `u`, for statements that select members. An ignored invitation still
 * looks sent to its sender, and looks like none to the member who ignored it.
 */
import type { ConnectionStatus } from '@afterhours/contract/people/connections';
import { type RawBuilder, sql } from 'kysely';

export type RelationshipRow = {
  /** The viewer's follow of the member. */
  my_follow_id: string | null;
  connection_status: ConnectionStatus;
  /** The pending invitation between the two. */
  request_id: string | null;
};

/** The columns of `RelationshipRow`, from `relationshipJoins`. */
export const relationshipColumns = sql`
  mine.id AS my_follow_id,
  CASE
    WHEN connected.user_id IS NOT NULL THEN 'connected'
    WHEN received.id IS NOT NULL THEN 'received'
    WHEN sent.id IS NOT NULL THEN 'sent'
    ELSE 'none'
  END AS connection_status,
  CASE WHEN connected.user_id IS NULL THEN coalesce(received.id, sent.id) END AS request_id`;

/** Joins at most one row each; `viewerId` is SQL. */
export const relationshipJoins = (viewerId: RawBuilder<unknown>) => sql`
  LEFT JOIN follows mine ON mine.follower_id = ${viewerId} AND mine.followed_id = u.id
  LEFT JOIN connections connected ON connected.user_id = ${viewerId} AND connected.other_user_id = u.id
  LEFT JOIN connection_requests sent
    ON sent.from_user_id = ${viewerId} AND sent.to_user_id = u.id AND sent.status IN ('pending', 'rejected')
  LEFT JOIN connection_requests received
    ON received.from_user_id = u.id AND received.to_user_id = ${viewerId} AND received.status = 'pending'`;
