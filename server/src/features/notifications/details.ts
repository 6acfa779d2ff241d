/**
 * What notifications are about, as their recipients see it: an excerpt, the first picture of the post, the amount of a
 * payout, and the action that the recipient can take at once. One statement loads a page of them.
 */
import {
  MAX_EXCERPT,
  type Notification,
  type NotificationSubject,
} from '@afterhours/contract/notifications/notifications';
import { sql } from 'kysely';
import { commentVisibleTo, memberVisibleTo, postVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, prepare } from '#db/statements/prepared.ts';
import { excerpt } from '#texts/excerpt.ts';
import { idInKey, isOfComments, isOfInvitation, isOfMentionsInComments, isOfPayout } from './groups.ts';
import { type Details, type NotificationRow, toNotificationView } from './views.ts';

/** How many characters of each text are loaded: enough for an excerpt even if the text has many spaces. */
const LOADED = sql.lit(400);
/** How many of a conversation's newest messages are searched for the actor's last one. */
const MESSAGES = sql.lit(50);

type DetailsRow = {
  id: string;
  type: Notification['type'];
  post_text: string | null;
  comment_id: string | null;
  comment_text: string | null;
  message_text: string | null;
  message_deleted: boolean | null;
  pending: boolean | null;
  note: string | null;
  follows_back: boolean;
  price: Notification['price'];
  picture: { folder: string; filename: string; width: number; alt: string } | null;
};

/** SQL: whether the post or comment of this alias may be shown, that is, has no label that covers it. */
const shows = (alias: 'p' | 'c') => sql`${sql.ref(`${alias}.label`)} IS DISTINCT FROM 'sensitive'`;

/**
 * SQL: the comment of `n`. A like is about the liked comment. A group of comments names its newest actor, so this
 * selects that actor's newest comment on the post, reply in the thread, or comment that mentions the recipient.
 */
const comment = sql`
  SELECT c.id, CASE WHEN ${shows('c')} THEN left(c.comment, ${LOADED}) END AS text FROM comments c
  WHERE n.comment_id IS NOT NULL AND ${commentVisibleTo(sql.ref('n.user_id'))} AND c.id = CASE
    WHEN n.type = 'like' THEN n.comment_id
    WHEN ${isOfMentionsInComments} THEN (SELECT latest.id FROM comment_mentions m
      JOIN comments latest ON latest.id = m.comment_id
      WHERE m.user_id = n.user_id AND latest.post_id = n.post_id AND latest.user_id = n.actor_id
      ORDER BY latest.created_at DESC, latest.id DESC LIMIT 1)
    ELSE (SELECT latest.id FROM comments latest JOIN comments first ON first.id = n.comment_id
      WHERE latest.user_id = n.actor_id AND latest.post_id = n.post_id
        AND (${isOfComments} OR latest.parent_id = first.parent_id)
      ORDER BY latest.created_at DESC, latest.id DESC LIMIT 1) END`;

/**
 * SQL: the actor's last message in the conversation of `n` at the time when the notification was read, unless the
 * recipient has cleared the chat since.
 */
const message = sql`
  SELECT left(newest.content, ${LOADED}) AS text, newest.deleted_at IS NOT NULL AS deleted
  FROM (SELECT m.* FROM messages m JOIN conversation_members mine
      ON mine.conversation_id = m.conversation_id AND mine.user_id = n.user_id
    WHERE n.type = 'message' AND m.conversation_id = CASE WHEN n.type = 'message' THEN ${idInKey} END
      AND m.seq > mine.cleared_seq
    ORDER BY m.seq DESC LIMIT ${MESSAGES}) newest
  WHERE newest.sender_id = n.actor_id
  ORDER BY newest.created_at <= coalesce(n.read_at, 'infinity') DESC, newest.seq DESC LIMIT 1`;

const selectDetails = prepare<{ ids: string[] }, DetailsRow>(
  'notification-details',
  ({ ids }) => sql<DetailsRow>`
    SELECT n.id, n.type, CASE WHEN ${shows('p')}
        THEN left(coalesce(nullif(p.title, ''), p.description), ${LOADED}) END AS post_text,
      c.id AS comment_id, c.text AS comment_text, m.text AS message_text, m.deleted AS message_deleted,
      r.status = 'pending' AS pending, left(r.note, ${LOADED}) AS note,
      EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = n.user_id AND f.followed_id = n.actor_id) AS follows_back,
      (SELECT json_build_object('folder', a.folder, 'filename', a.filename, 'width', a.width, 'alt', a.alt)
        FROM post_attachments a WHERE a.post_id = p.id AND ${shows('p')} ORDER BY a.position LIMIT 1) AS picture,
      CASE WHEN paid.id IS NOT NULL
        THEN json_build_object('amount', paid.amount, 'currency', paid.currency) END AS price
    FROM notifications n
    LEFT JOIN posts p ON p.id = n.post_id AND ${postVisibleTo(sql.ref('n.user_id'))}
    LEFT JOIN LATERAL (${comment}) c ON p.id IS NOT NULL
    LEFT JOIN LATERAL (${message}) m ON TRUE
    LEFT JOIN connection_requests r ON r.id = CASE WHEN ${isOfInvitation} THEN ${idInKey} END
    LEFT JOIN payouts paid ON paid.host_id = n.user_id
      AND paid.id = CASE WHEN ${isOfPayout} THEN ${idInKey} END
    WHERE n.id = ANY (${anyValue(sql`${ids}::uuid[]`)}::uuid[])
      AND ${memberVisibleTo(sql.ref('n.user_id'), sql.ref('n.actor_id'))}`,
);

const NOTHING: Details = { subject: null, price: null, action: null };

function toSubject(row: DetailsRow): NotificationSubject | null {
  const cut = (text: string | null) => (text?.trim() ? excerpt(text, MAX_EXCERPT) : null);
  const of = (about: NotificationSubject['about'], text: string | null): NotificationSubject => ({
    about,
    commentId: row.comment_id,
    text: cut(text),
    deleted: false,
    files: false,
    picture: row.picture && {
      url: `/api/uploads/${row.picture.folder}/${row.picture.filename}`,
      width: row.picture.width,
      alt: row.picture.alt,
    },
  });
  if (row.comment_id !== null) return of('comment', row.comment_text);
  if (row.message_deleted !== null) {
    const subject = of('message', row.message_text);
    return { ...subject, deleted: row.message_deleted, files: !row.message_deleted && subject.text === null };
  }
  if (row.post_text !== null) return of('post', row.post_text);
  return row.note?.trim() ? of('invitation', row.note) : null;
}

function toAction(row: DetailsRow): Notification['action'] {
  if (row.pending) return 'answer';
  if (row.type === 'comment' && row.comment_id !== null) return 'reply';
  return row.type === 'follow' && !row.follows_back ? 'follow' : null;
}

/** Returns the notifications with the details of their subjects, loaded by one statement, in the order of the rows. */
export async function loadViews(db: Db, rows: readonly NotificationRow[]): Promise<Notification[]> {
  if (rows.length === 0) return [];
  const detailRows = await selectDetails(db, { ids: [...new Set(rows.map((row) => row.notification_id))] });
  const details = new Map(
    detailRows.map((row) => [row.id, { subject: toSubject(row), price: row.price, action: toAction(row) }]),
  );
  return rows.map((row) => toNotificationView(row, details.get(row.notification_id) ?? NOTHING));
}
