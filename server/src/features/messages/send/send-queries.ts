/** Queries for several messages at once, at most one per conversation. Each step is one statement. */
import { type RawBuilder, sql } from 'kysely';
import { lockedMembers } from '#access/members.ts';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { prepare } from '#db/statements/prepared.ts';
import { personColumns } from '#features/people/loaders.ts';
import { unreadOf } from '../requests/accept-queries.ts';
import type { MessageRow } from '../views.ts';
import type { ClassifiedMessage, OutgoingMessage } from './stages.ts';

type Pairs = { senderIds: string[]; receiverIds: string[]; clientIds: (string | null)[] };

const asRows = ({ senderIds, receiverIds, clientIds }: Pairs): RawBuilder<unknown> => sql`
  unnest(${senderIds}::uuid[], ${receiverIds}::uuid[], ${clientIds}::uuid[])
    WITH ORDINALITY AS pair(sender_id, receiver_id, client_id, ordinal)`;

const VISIBLE = memberVisibleTo(sql.ref('pair.sender_id'), sql.ref('pair.receiver_id'));

/** SQL for whether a side of a chat is accepted. True never changes; false may be out of date. */
const acceptedBy = (userId: string, otherId: string) => sql`EXISTS (SELECT 1 FROM conversation_members side
  WHERE side.user_id = ${sql.ref(userId)} AND side.other_user_id = ${sql.ref(otherId)} AND side.request IS NULL)`;
const ACCEPTED = sql`(${acceptedBy('pair.sender_id', 'pair.receiver_id')}
  AND ${acceptedBy('pair.receiver_id', 'pair.sender_id')})`;

type LockedPair = { ordinal: number; sent_id: string | null; accepted: boolean };

const toPairs = (all: readonly OutgoingMessage[]): Pairs => ({
  senderIds: all.map(({ senderId }) => senderId),
  receiverIds: all.map(({ receiverId }) => receiverId),
  clientIds: all.map(({ clientId }) => clientId),
});

const lockPairs = prepare<Pairs, LockedPair>(
  'message-receivers',
  (pairs) => sql<LockedPair>`
    WITH people AS MATERIALIZED (${lockedMembers(sql`SELECT pair.sender_id FROM ${asRows(pairs)}
      UNION SELECT pair.receiver_id FROM ${asRows(pairs)}`)})
    SELECT pair.ordinal::integer AS ordinal,
      (SELECT m.id FROM messages m WHERE m.sender_id = pair.sender_id AND m.client_id = pair.client_id) AS sent_id,
      ${ACCEPTED} AS accepted
    FROM ${asRows(pairs)} JOIN people sender ON sender.id = pair.sender_id JOIN people receiver
      ON receiver.id = pair.receiver_id
    WHERE receiver.deleted_at IS NULL AND ${VISIBLE}`,
);

/**
 * Locks both members of all messages, always in the same order. Returns for each message whether its receiver is
 * visible to its sender, the message that was sent before under its client id, and whether their chat is known to be
 * accepted.
 */
export async function lockReceivers(
  db: Db,
  all: readonly OutgoingMessage[],
): Promise<{ isVisible: boolean; sentId: string | null; accepted: boolean }[]> {
  const rows = await lockPairs(db, toPairs(all));
  const rowsByOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return all.map((_message, index) => {
    const row = rowsByOrdinal.get(index + 1);
    return { isVisible: row !== undefined, sentId: row?.sent_id ?? null, accepted: row?.accepted === true };
  });
}

const countVisible = prepare<Pairs, { count: number }>(
  'message-receivers-visible',
  (pairs) => sql<{ count: number }>`SELECT count(*) AS count FROM ${asRows(pairs)} WHERE ${VISIBLE}`,
);

/** Whether all receivers are still visible to their senders. To be called after their rows are locked. */
export async function areAllVisible(db: Db, all: readonly OutgoingMessage[]): Promise<boolean> {
  const [row] = await countVisible(db, toPairs(all));
  return row?.count === all.length;
}

/** SQL: the messages, each with the two members of its conversation, of whom the one with the smaller id is `a`. */
const givenMessages = (rows: string) => sql`
  SELECT *, least(sender_id, receiver_id) AS member_a, greatest(sender_id, receiver_id) AS member_b
  FROM json_to_recordset(${rows}::json)
    AS given(id uuid, new_conversation uuid, sender_id uuid, receiver_id uuid, content text, post_id uuid,
      client_id uuid, request text)`;

/** SQL: takes the next number in each conversation, in one order. The row stays locked until the transaction ends. */
const NUMBER = sql`
  INSERT INTO conversations (id, member_a, member_b, last_seq, last_message_at)
  SELECT new_conversation, member_a, member_b, 1, clock_timestamp() FROM given ORDER BY member_a, member_b
  ON CONFLICT (member_a, member_b)
  DO UPDATE SET last_seq = conversations.last_seq + 1, last_message_at = clock_timestamp()
  RETURNING id, member_a, member_b, last_seq, last_message_at`;

/** SQL: each message `g` with its conversation `p`. */
const NUMBERED = sql`given g JOIN numbered p ON p.member_a = g.member_a AND p.member_b = g.member_b`;

const STORE = sql`
  INSERT INTO messages (id, conversation_id, seq, sender_id, content, post_id, client_id, created_at)
  SELECT g.id, p.id, p.last_seq, g.sender_id, g.content, g.post_id, g.client_id, p.last_message_at
  FROM ${NUMBERED}
  ON CONFLICT (sender_id, client_id) WHERE client_id IS NOT NULL DO NOTHING
  RETURNING id, conversation_id, seq, sender_id, content, post_id, client_id, created_at, deleted_at`;

/**
 * SQL: puts the conversations first in both members' lists, and adds one to the receivers' unread counts. A request is
 * neither in the receiver's list nor counted; a message that accepts a request also counts the messages in it.
 */
const UPDATE_SIDES = sql`
  INSERT INTO conversation_members AS side
    (conversation_id, user_id, other_user_id, unread_count, request, requested_at, last_message_at)
  SELECT p.id, both_sides.user_id, both_sides.other_id, both_sides.unread, both_sides.request,
    CASE WHEN both_sides.request IS NOT NULL THEN p.last_message_at END,
    CASE WHEN both_sides.request IS NULL THEN p.last_message_at END
  FROM ${NUMBERED}
  CROSS JOIN LATERAL (VALUES (g.sender_id, g.receiver_id, 0, NULL),
    (g.receiver_id, g.sender_id, CASE WHEN g.request IS NULL THEN 1 ELSE 0 END, g.request)
  ) both_sides(user_id, other_id, unread, request)
  ORDER BY p.member_a, p.member_b, both_sides.user_id = g.receiver_id
  ON CONFLICT (conversation_id, user_id) DO UPDATE
  SET unread_count = excluded.unread_count + CASE WHEN side.request IS NOT NULL AND excluded.request IS NULL
      THEN ${unreadOf('side')} ELSE side.unread_count END,
    request = CASE WHEN excluded.request IS NOT NULL THEN side.request END,
    requested_at = coalesce(excluded.requested_at, side.requested_at),
    last_message_at = excluded.last_message_at
  RETURNING side.user_id, side.unread_count > 0 OR side.request IS NOT NULL AS counted`;

/**
 * SQL: locks the members' counts at once, including those of members who get requests, so that a concurrent block is
 * visible, and in one order, because the triggers that change them run twice, for new and for existing conversations.
 */
const LOCK_COUNTS = sql`
  SELECT m.user_id FROM member_counters m WHERE m.user_id IN (SELECT sides.user_id FROM sides WHERE sides.counted)
  ORDER BY m.user_id FOR NO KEY UPDATE`;

const insertMessages = prepare<{ rows: string }, MessageRow>(
  'messages-store',
  ({ rows }) => sql<MessageRow>`
    WITH given AS MATERIALIZED (${givenMessages(rows)}), numbered AS (${NUMBER}), stored AS (${STORE}),
      sides AS (${UPDATE_SIDES}), counts AS (${LOCK_COUNTS})
    SELECT s.id AS message_id, s.conversation_id, s.seq, s.content, s.client_id, s.created_at, s.deleted_at,
      g.receiver_id, false AS has_files,
      s.post_id, job.title, job.opening, job.salary, job.description,
      u.id, ${personColumns}
    FROM stored s JOIN given g ON g.id = s.id JOIN users u ON u.id = s.sender_id
    LEFT JOIN posts job ON job.id = s.post_id
    -- Always true: counts would otherwise not run, because nothing reads it.
    WHERE (SELECT count(*) FROM counts) >= 0`,
);

/** Stores messages. Returns the rows in their order; undefined if the sender has used the client id concurrently. */
export async function storeMessages(db: Db, all: readonly ClassifiedMessage[]): Promise<(MessageRow | undefined)[]> {
  const given = all.map(({ senderId, receiverId, content, jobPostId, clientId, classification }) => ({
    id: newId(),
    new_conversation: newId(),
    sender_id: senderId,
    receiver_id: receiverId,
    content,
    post_id: jobPostId,
    client_id: clientId,
    request: classification.request ? 'waiting' : null,
  }));
  const rows = new Map((await insertMessages(db, { rows: JSON.stringify(given) })).map((row) => [row.message_id, row]));
  return given.map(({ id }) => rows.get(id));
}
