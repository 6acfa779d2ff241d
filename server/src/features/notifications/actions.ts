/**
 * The actions that a member may claim to have done to another: how each is verified, and how its notification is found.
 */
import type { ClaimedAction } from '@afterhours/contract/notifications/notifications';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { groupKey } from './groups.ts';
import { columns } from './queries.ts';
import type { NotificationRow } from './views.ts';

export type Action = { actorId: string; userId: string; type: ClaimedAction; parentId: string | null };

type Kind = {
  /** SQL: selects a row if the action was done. */
  done(action: Action): RawBuilder<unknown>;
  /** SQL: the condition on `n` for the notifications about the action. */
  notification(action: Action): RawBuilder<unknown>;
};

const kinds: Record<ClaimedAction, Kind> = {
  follow: {
    done: ({ actorId, userId }) => sql`
      SELECT 1 FROM follows WHERE follower_id = ${actorId}::uuid AND followed_id = ${userId}::uuid`,
    notification: ({ actorId }) => sql`n.group_key = ${groupKey.follow(actorId)}`,
  },
  post: {
    done: ({ actorId, userId, parentId }) => sql`
      SELECT 1 FROM posts p JOIN post_likes l ON l.post_id = p.id
      WHERE p.id = ${parentId}::uuid AND p.user_id = ${userId}::uuid AND l.user_id = ${actorId}::uuid`,
    notification: ({ parentId }) => sql`n.group_key = ${groupKey.likesOfPost(parentId ?? '')}`,
  },
  comment: {
    done: ({ actorId, userId, parentId }) => sql`
      SELECT 1 FROM comments c JOIN posts p ON p.id = c.post_id LEFT JOIN comments above ON above.id = c.parent_id
      WHERE c.user_id = ${actorId}::uuid AND ${userId}::uuid IN (p.user_id, above.user_id)
        AND ${parentId}::uuid IN (c.id, c.post_id, c.parent_id) LIMIT 1`,
    notification: ({ parentId }) => sql`n.type = 'comment'
      AND (${parentId}::uuid IN (n.comment_id, n.post_id) OR n.group_key = ${groupKey.replies(parentId ?? '')})`,
  },
  message: {
    done: ({ actorId, userId }) => sql`
      SELECT 1 FROM conversation_members m JOIN messages sent ON sent.conversation_id = m.conversation_id
      WHERE m.user_id = ${userId}::uuid AND m.other_user_id = ${actorId}::uuid AND m.request IS NULL
        AND sent.sender_id = ${actorId}::uuid
      LIMIT 1`,
    notification: () => sql`n.type = 'message'`,
  },
};

export async function isDone(db: Db, action: Action): Promise<boolean> {
  return (await kinds[action.type].done(action).execute(db)).rows.length > 0;
}

/** Returns the member's newest notification of this action by this actor, or undefined if there is none. */
export async function selectNotificationOf(db: Db, action: Action): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notification_actors a JOIN notifications n ON n.id = a.notification_id
    JOIN users u ON u.id = n.actor_id
    WHERE a.actor_id = ${action.actorId}::uuid AND n.user_id = ${action.userId}::uuid
      AND ${kinds[action.type].notification(action)}
    ORDER BY n.created_at DESC, n.id DESC LIMIT 1`.execute(db);
  return rows[0];
}
