/** Which of the notifications in `requested` their members get. */
import { type RawBuilder, sql } from 'kysely';
import { isForMember } from '#access/audience.ts';
import { notificationMuted } from '#access/mutes.ts';
import { memberVisibleTo } from '#access/visibility.ts';

/** The column of `users` with a member's switch for a type of notifications. */
export type SwitchColumn = 'notify_like' | 'notify_comment' | 'notify_follow' | 'notify_event' | 'notify_message';

const ALWAYS = sql`TRUE`;

const SEES_ACTOR = memberVisibleTo(sql.ref('requested.user_id'), sql.ref('requested.actor_id'));

/** The post's audience may have changed since the member commented on it. */
const POST_IS_FOR_MEMBER = sql`NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = requested.post_id
  AND NOT ${isForMember(sql.ref('requested.user_id'))})`;

/**
 * SQL: whether the actor has not appeared in this group before. Looks the actor up by the full key in each notification
 * of the group: a join the other way round would scan all actors of a post with thousands of likes for each new one.
 */
const NEVER_NOTIFIED = sql`NOT EXISTS (SELECT 1 FROM notifications n
  WHERE n.user_id = requested.user_id AND n.group_key = requested.group_key
    AND (SELECT a.actor_id FROM notification_actors a WHERE a.notification_id = n.id
      AND a.actor_id = requested.actor_id) IS NOT NULL)`;

/** A message notifies only if its sender has the switch on as well, because the specifications name either side's. */
const SENDER_NOTIFIES = sql`EXISTS (SELECT 1 FROM users sender WHERE sender.id = requested.actor_id
  AND sender.notify_message)`;

const MUTED = notificationMuted(
  sql.ref('requested.user_id'),
  sql.ref('requested.actor_id'),
  sql.ref('requested.post_id'),
  { folded: sql.ref('requested.folded'), tags: sql.ref('requested.tags') },
);

/** The member may be gone, because a case outlives the account. */
const EXISTS = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = requested.user_id)`;

/** SQL: whether the member has the switch on, and has not muted the actor, the post or its text. */
const isSwitchedOn = (setting: SwitchColumn): RawBuilder<unknown> => sql`
  EXISTS (SELECT 1 FROM users u WHERE u.id = requested.user_id AND ${sql.ref(`u.${setting}`)})
  AND NOT ${MUTED} AND ${setting === 'notify_message' ? SENDER_NOTIFIES : ALWAYS}`;

/**
 * SQL: whether the member gets the notification: member and actor see each other, the post is for the member, and the
 * member has the switch on (null: there is none). With `once`, also whether this actor has not appeared in this group
 * before, so that an action that is undone and repeated does not notify again.
 */
export const isWanted = (setting: SwitchColumn | null, once: boolean): RawBuilder<unknown> => sql`
  ${SEES_ACTOR} AND ${POST_IS_FOR_MEMBER} AND ${setting === null ? EXISTS : isSwitchedOn(setting)}
  AND ${once ? NEVER_NOTIFIED : ALWAYS}`;
