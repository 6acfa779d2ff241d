/** Writes and retracts notifications of many members, each in one statement. */

import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import { extractHashtags, hashtagSlug } from '@afterhours/contract/hashtags';
import { mailKindOf, mailKinds } from '@afterhours/contract/mail-kinds';
import { type RawBuilder, sql } from 'kysely';
import { isForMember } from '#access/audience.ts';
import { foldText } from '#access/muted-words.ts';
import { notificationMuted } from '#access/mutes.ts';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import type { NewNotification } from './queries.ts';
import { withoutName } from './views.ts';

export type Switch = 'notify_like' | 'notify_comment' | 'notify_follow' | 'notify_event' | 'notify_message';

type ActorArrays = { userIds: string[]; groupKeys: string[]; actorIds: string[] };

const toArrays = (requested: readonly Pick<NewNotification, 'userId' | 'groupKey' | 'actorId'>[]): ActorArrays => ({
  userIds: requested.map((one) => one.userId),
  groupKeys: requested.map((one) => one.groupKey),
  actorIds: requested.map((one) => one.actorId),
});

const asRows = ({ userIds, groupKeys, actorIds }: ActorArrays): RawBuilder<unknown> => sql`
  unnest(${anyValue(sql`${userIds}::uuid[]`)}, ${anyValue(sql`${groupKeys}::text[]`)},
    ${anyValue(sql`${actorIds}::uuid[]`)})
    WITH ORDINALITY AS requested(user_id, group_key, actor_id, ordinal)`;

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
const IS_THERE = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = requested.user_id)`;

/**
 * SQL: whether the member wants the notification. With `once`, also whether this actor has not appeared in this group
 * before, so that an action that is undone and repeated does not notify again.
 */
const wanted = (setting: Switch | null, once: boolean): RawBuilder<unknown> => {
  const always = sql`TRUE`;
  if (setting === null) return sql`${IS_THERE} AND ${once ? NEVER_NOTIFIED : always}`;
  const switchedOn = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = requested.user_id AND ${sql.ref(`u.${setting}`)})`;
  return sql`${switchedOn} AND NOT ${MUTED} AND ${setting === 'notify_message' ? SENDER_NOTIFIES : always}
    AND ${once ? NEVER_NOTIFIED : always}`;
};

/** The post's audience may have changed since the member commented on it. */
const POST_IS_FOR = sql`NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = requested.post_id
  AND NOT ${isForMember(sql.ref('requested.user_id'))})`;

/** The delay of mails and pushes, which gives the member time to read in the app, and lets more notifications join. */
const DELAY_SECONDS = sql.lit(30);

/**
 * SQL: schedules a mail to the members among `written` who want these notifications mailed instantly. A notification
 * that was mailed and is still unread is not mailed again. Concurrent transactions may write in another order than they
 * began, so the earliest `since` counts.
 */
const QUEUE_MAILS = sql`
  INSERT INTO notification_mails AS waiting (user_id, since, due_at)
  SELECT DISTINCT w.user_id, now(), now() + make_interval(secs => ${DELAY_SECONDS})
  FROM written w JOIN requested r ON r.user_id = w.user_id AND r.group_key = w.group_key
  WHERE w.mailed_at IS NULL AND coalesce((SELECT c.mail FROM notification_channels c
    WHERE c.user_id = w.user_id AND c.kind = r.mail_kind), r.mail) = 'instant'
  ON CONFLICT (user_id) DO UPDATE SET since = least(waiting.since, excluded.since)`;

/** A notification that was pushed to a device is not pushed again within this time, however many actors join it. */
const PUSHED_AGAIN_MINUTES = sql.lit(10);

/**
 * SQL: schedules pushes of `written` to the devices of members who want them. Locks the devices first, so that a
 * session that ends concurrently either waits or is already gone. A push that is already waiting gets a new version.
 */
const QUEUE_PUSHES = sql`
  INSERT INTO push_messages AS waiting (subscription_id, notification_id, due_at)
  SELECT d.id, w.id, greatest(now() + make_interval(secs => ${DELAY_SECONDS}),
    w.pushed_at + make_interval(mins => ${PUSHED_AGAIN_MINUTES}))
  FROM written w JOIN push_subscriptions d ON d.user_id = w.user_id
  WHERE EXISTS (SELECT 1 FROM requested r WHERE r.user_id = w.user_id AND r.group_key = w.group_key
    AND coalesce((SELECT c.push FROM notification_channels c
      WHERE c.user_id = w.user_id AND c.kind = r.mail_kind), r.push))
  ORDER BY d.id, w.id FOR KEY SHARE OF d
  ON CONFLICT (subscription_id, notification_id) DO UPDATE SET version = waiting.version + 1`;

type Writer = (db: Db, args: { rows: string }) => Promise<{ id: string; user_id: string }[]>;

/**
 * Writes notifications, or adds actors to the unread ones of their groups, except for members who have the switch off
 * (null: there is no switch), and if member and actor do not see each other or the post is not for the member. A group
 * refers to its first subject, so that it is deleted with it, and names its newest actor. Every writer locks the
 * member's counters, so this statement sees all existing actors.
 */
const prepareWriter = (setting: Switch | null, once: boolean): Writer =>
  prepare(
    `notify-${setting}-${once ? 'once' : 'always'}`,
    ({ rows }: { rows: string }) => sql<{ id: string; user_id: string }>`
    WITH requested AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${rows}::json) AS requested(index integer, id uuid, user_id uuid, type text,
        group_key text, parent_id uuid, post_id uuid, comment_id uuid, actor_id uuid, kind text, content text,
        link text, folded text, tags text[], mail_kind text, mail text, push boolean)
      WHERE ${memberVisibleTo(sql.ref('requested.user_id'), sql.ref('requested.actor_id'))} AND ${POST_IS_FOR}
        AND ${wanted(setting, once)}
    ), written AS (
      INSERT INTO notifications AS existing
        (id, user_id, type, group_key, parent_id, post_id, comment_id, actor_id, actors_count, kind, content, link)
      SELECT DISTINCT ON (user_id, group_key) id, user_id, type, group_key, parent_id, post_id, comment_id,
        first_value(actor_id) OVER (PARTITION BY user_id, group_key ORDER BY index DESC),
        (SELECT count(DISTINCT a.actor_id) FROM requested a WHERE a.user_id = requested.user_id
          AND a.group_key = requested.group_key),
        kind, content, link
      FROM requested ORDER BY user_id, group_key, index
      ON CONFLICT (user_id, group_key) WHERE read_at IS NULL
      DO UPDATE SET actor_id = excluded.actor_id, created_at = now(), actors_count = existing.actors_count + (
        SELECT count(DISTINCT a.actor_id) FROM requested a
        WHERE a.user_id = existing.user_id AND a.group_key = existing.group_key AND (SELECT known.actor_id
          FROM notification_actors known WHERE known.notification_id = existing.id
            AND known.actor_id = a.actor_id) IS NULL
      )
      RETURNING id, user_id, group_key, mailed_at, pushed_at
    ), mails AS (${QUEUE_MAILS}), pushes AS (${QUEUE_PUSHES}), added AS (
      INSERT INTO notification_actors (notification_id, actor_id)
      SELECT DISTINCT w.id, a.actor_id FROM written w JOIN requested a ON a.user_id = w.user_id
        AND a.group_key = w.group_key
      ON CONFLICT DO NOTHING
    )
    SELECT id, user_id FROM written`,
  );

const writers = new Map<string, Writer>();

/** Returns which choice of the member decides on mails and pushes for a kind, and the defaults. */
function toChannels(kind: NotificationKind): { mail_kind: string | null; mail?: string; push?: boolean } {
  const mailKind = mailKindOf[kind];
  if (mailKind === null) return { mail_kind: null };
  const { mail, push } = mailKinds[mailKind];
  return { mail_kind: mailKind, mail, push };
}

/** Returns what is compared with muted words and tags: nothing if there is no text. */
const toText = (text: string | undefined): { folded?: string; tags?: string[] } =>
  text === undefined ? {} : { folded: foldText(text), tags: extractHashtags(text).map(hashtagSlug) };

/**
 * Writes the wanted notifications. The caller has locked the members' counters. Returns the new and changed
 * notifications with their members.
 */
export async function writeNotifications(
  db: Db,
  setting: Switch | null,
  notifications: readonly NewNotification[],
  once: boolean,
): Promise<{ userId: string; notificationId: string }[]> {
  const rows = notifications.map((one, index) => ({
    index,
    id: newId(),
    user_id: one.userId,
    type: one.type,
    group_key: one.groupKey,
    parent_id: one.parentId,
    post_id: one.postId,
    comment_id: one.commentId,
    actor_id: one.actorId,
    kind: one.kind,
    content: withoutName(one.kind),
    link: one.link,
    ...toText(one.text),
    ...toChannels(one.kind),
  }));
  const key = `${setting}/${once}`;
  const writer = writers.get(key) ?? prepareWriter(setting, once);
  writers.set(key, writer);
  const written = await writer(db, { rows: JSON.stringify(rows) });
  return written.map((row) => ({ userId: row.user_id, notificationId: row.id }));
}

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
