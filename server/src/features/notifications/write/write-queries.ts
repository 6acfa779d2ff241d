/** Writes notifications of many members in one statement, of which each part has a name here. */
import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import { mailKindOf, mailKinds } from '@afterhours/contract/notifications/mail-kinds';
import { extractHashtags, hashtagSlug } from '@afterhours/contract/posts/hashtags';
import { sql } from 'kysely';
import { foldText } from '#access/muted-words.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { prepare } from '#db/statements/prepared.ts';
import type { NewNotification } from '../queries.ts';
import { withoutName } from '../views.ts';
import { QUEUE_MAILS, QUEUE_PUSHES } from './deliveries.ts';
import { isWanted, type SwitchColumn } from './wanted.ts';

/** The columns of `requested`, in the JSON that `writeNotifications` makes. */
const REQUESTED_COLUMNS = sql`index integer, id uuid, user_id uuid, type text, group_key text, parent_id uuid,
  post_id uuid, comment_id uuid, actor_id uuid, kind text, content text, link text, folded text, tags text[],
  mail_kind text, mail text, push boolean`;

/** SQL: one notification per member and group. It refers to the first subject, so that it is deleted with it. */
const GROUPED = sql`
  SELECT DISTINCT ON (user_id, group_key) id, user_id, type, group_key, parent_id, post_id, comment_id,
    first_value(actor_id) OVER (PARTITION BY user_id, group_key ORDER BY index DESC) AS newest_actor_id,
    (SELECT count(DISTINCT a.actor_id) FROM requested a
      WHERE a.user_id = requested.user_id AND a.group_key = requested.group_key) AS actors_count,
    kind, content, link
  FROM requested ORDER BY user_id, group_key, index`;

/** SQL: how many of the requested actors are not yet in the unread notification `existing`. */
const COUNT_NEW_ACTORS = sql`(
  SELECT count(DISTINCT a.actor_id) FROM requested a
  WHERE a.user_id = existing.user_id AND a.group_key = existing.group_key
    AND (SELECT known.actor_id FROM notification_actors known
      WHERE known.notification_id = existing.id AND known.actor_id = a.actor_id) IS NULL)`;

/** SQL: inserts the notifications; where a group has an unread one, adds the actors to it and names the newest. */
const WRITE = sql`
  INSERT INTO notifications AS existing
    (id, user_id, type, group_key, parent_id, post_id, comment_id, actor_id, actors_count, kind, content, link)
  ${GROUPED}
  ON CONFLICT (user_id, group_key) WHERE read_at IS NULL DO UPDATE SET
    actor_id = excluded.actor_id, created_at = now(), actors_count = existing.actors_count + ${COUNT_NEW_ACTORS}
  RETURNING id, user_id, group_key, mailed_at, pushed_at`;

const ADD_ACTORS = sql`
  INSERT INTO notification_actors (notification_id, actor_id)
  SELECT DISTINCT w.id, a.actor_id FROM written w
  JOIN requested a ON a.user_id = w.user_id AND a.group_key = w.group_key
  ON CONFLICT DO NOTHING`;

type Writer = (db: Db, args: { rows: string }) => Promise<{ id: string; user_id: string }[]>;

/** Prepares the statement for a switch. Every writer locks the member's counters, so it sees all existing actors. */
const prepareWriter = (setting: SwitchColumn | null, once: boolean): Writer =>
  prepare(
    `notify-${setting}-${once ? 'once' : 'always'}`,
    ({ rows }: { rows: string }) => sql<{ id: string; user_id: string }>`
    WITH requested AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${rows}::json) AS requested(${REQUESTED_COLUMNS})
      WHERE ${isWanted(setting, once)}
    ),
    written AS (${WRITE}), mails AS (${QUEUE_MAILS}), pushes AS (${QUEUE_PUSHES}), added AS (${ADD_ACTORS})
    SELECT id, user_id FROM written`,
  );

const writers = new Map<string, Writer>();

function writerFor(setting: SwitchColumn | null, once: boolean): Writer {
  const key = `${setting}/${once}`;
  const writer = writers.get(key) ?? prepareWriter(setting, once);
  writers.set(key, writer);
  return writer;
}

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

/** Each statement compares all its rows with one another: thousands at once, about a closed job, took minutes. */
const ROWS_PER_STATEMENT = 200;

/**
 * Writes the wanted notifications. The caller has locked the members' counters. Returns the new and changed
 * notifications with their members.
 */
export async function writeNotifications(
  db: Db,
  setting: SwitchColumn | null,
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
    content: withoutName(one.kind, one.price),
    link: one.link,
    ...toText(one.text),
    ...toChannels(one.kind),
  }));
  const memberOf = new Map<string, string>();
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT));
    for (const { id, user_id } of await writerFor(setting, once)(db, { rows: some })) memberOf.set(id, user_id);
  }
  return [...memberOf].map(([notificationId, userId]) => ({ userId, notificationId }));
}
