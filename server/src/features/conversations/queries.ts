import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { toTime } from '#db/statements/json-rows.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { prepare } from '#db/statements/prepared.ts';
import { type Direction, messagesPage } from '#features/messages/loaders.ts';
import type { PageRow } from '#features/messages/views.ts';
import { personColumnsOf } from '#features/people/loaders.ts';
import type { PersonRow } from '#features/people/views.ts';
import type { BlankRow, ConversationRow, ReadMarkersRow } from './views.ts';

const OTHER = sql.ref('own.other_user_id');

/** Identifies one of a member's conversations: by its own id, or by the other member. */
export type Which = { conversationId: string } | { otherId: string };

/** SQL for whether `own` is this side of the member, and the other member is visible to them. */
const isSide = (userId: string, which: Which): RawBuilder<unknown> => {
  const matches =
    'otherId' in which
      ? sql`own.other_user_id = ${which.otherId}::uuid`
      : sql`own.conversation_id = ${which.conversationId}::uuid`;
  return sql`own.user_id = ${userId}::uuid AND ${matches} AND ${memberVisible(userId, OTHER)}`;
};

/** SQL for the columns of a ReadMarkersRow, from `own`, `c`, `other`, and the two members `me` and `u`. */
const readMarkers = sql`
  own.conversation_id, own.user_id, own.other_user_id, own.pinned, own.unread_count, own.read_seq,
  own.delivered_seq, own.cleared_seq, c.last_seq, other.read_seq AS other_read_seq,
  other.delivered_seq AS other_delivered_seq, me.read_receipts AND u.read_receipts AS receipts,
  own.request IS NOT NULL OR other.request IS NOT NULL AS is_request,
  (SELECT counts.unread_messages FROM member_counters counts WHERE counts.user_id = own.user_id) AS unread_total`;

/** SQL for the columns of a PersonRow. */
const personOf = (users: string) => sql`${sql.ref(`${users}.id`)}, ${personColumnsOf(users)}`;

const joined = sql`
  JOIN conversations c ON c.id = own.conversation_id
  JOIN conversation_members other ON other.conversation_id = own.conversation_id AND other.user_id = own.other_user_id
  JOIN users u ON u.id = own.other_user_id
  JOIN users me ON me.id = own.user_id`;

const readMarkersSql = (userId: string, which: Which) => sql<ReadMarkersRow>`
  SELECT ${readMarkers} FROM conversation_members own ${joined} WHERE ${isSide(userId, which)}`;

const selectReadMarkersWith = prepare<{ userId: string; otherId: string }, ReadMarkersRow>(
  'marks-with',
  ({ userId, otherId }) => readMarkersSql(userId, { otherId }),
);

const selectReadMarkersOf = prepare<{ userId: string; conversationId: string }, ReadMarkersRow>(
  'marks-of',
  ({ userId, conversationId }) => readMarkersSql(userId, { conversationId }),
);

/** Returns a member's side of a conversation; undefined if there is none. */
export async function selectReadMarkers(db: Db, userId: string, which: Which): Promise<ReadMarkersRow | undefined> {
  const [row] =
    'otherId' in which
      ? await selectReadMarkersWith(db, { userId, otherId: which.otherId })
      : await selectReadMarkersOf(db, { userId, conversationId: which.conversationId });
  return row;
}

/** A member's side with everything that a page of the conversation needs: the two members, and the messages. */
export type OpenedRow = ReadMarkersRow & { me: PersonRow; other: PersonRow } & PageRow;

type Opened = { userId: string; otherId: string; from: number; rows: number };

const selectOpenedIn = (direction: Direction) =>
  prepare<Opened, OpenedRow>(
    `conversation-${direction}`,
    ({ userId, otherId, from, rows }) => sql<OpenedRow>`
      SELECT ${readMarkers}, row_to_json(my_person) AS me, row_to_json(other_person) AS other, page.*
      FROM conversation_members own ${joined}
      CROSS JOIN LATERAL (SELECT ${personOf('me')}) my_person
      CROSS JOIN LATERAL (SELECT ${personOf('u')}) other_person
      CROSS JOIN LATERAL (${messagesPage(direction, {
        conversationId: sql.ref('own.conversation_id'),
        above: sql.ref('own.cleared_seq'),
        from,
        rows,
      })}) page
      WHERE ${isSide(userId, { otherId })}`,
  );

const openedIn = { older: selectOpenedIn('older'), newer: selectOpenedIn('newer') };

/** Returns a member's side with a range of its messages; undefined if there is none. Takes one statement. */
export async function selectOpened(db: Db, direction: Direction, opened: Opened): Promise<OpenedRow | undefined> {
  return (await openedIn[direction](db, opened))[0];
}

/** SQL for the other member's presence, if both members show theirs and this condition (SQL) holds. */
const presenceIf = (shown: RawBuilder<unknown>) => sql`
  u.deleted_at IS NOT NULL AS has_left,
  CASE WHEN me.show_presence AND u.show_presence AND ${shown} THEN u.login_time END AS login_time,
  CASE WHEN me.show_presence AND u.show_presence AND ${shown} THEN u.last_seen_at END AS last_seen_at`;

/**
 * SQL for the list rows of the sides that `own` (SQL) selects for the member `me`, as one JSON text. Both the newest
 * message and its files are found by that message's number.
 */
const rowsAsJson = (own: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT json_agg(row ORDER BY row.last_message_at DESC, row.conversation_id DESC) FROM (
    SELECT own.conversation_id, own.other_user_id, own.pinned, own.unread_count, own.read_seq, c.last_seq,
      other.read_seq AS other_read_seq, other.delivered_seq AS other_delivered_seq,
      me.read_receipts AND u.read_receipts AS receipts, own.last_message_at,
      coalesce(own.request, CASE WHEN other.request IS NOT NULL THEN 'sent' END) AS request,
      ${presenceIf(sql`other.request IS NULL`)}, ${personOf('u')}, m.id AS latest_id, m.sender_id AS latest_sender_id,
        m.content AS latest_content,
      (SELECT string_agg(a.kind, ',' ORDER BY a.position) FROM message_attachments a
        WHERE a.conversation_id = m.conversation_id AND a.seq = m.seq) AS latest_files,
      m.deleted_at IS NOT NULL AS latest_deleted, m.created_at AS latest_created_at
    FROM (${own}) own
    JOIN conversations c ON c.id = own.conversation_id
    JOIN users u ON u.id = own.other_user_id
    -- Found by its key, because the other member may have as many sides as chats.
    CROSS JOIN LATERAL (SELECT side.read_seq, side.delivered_seq, side.request FROM conversation_members side
      WHERE side.conversation_id = own.conversation_id AND side.user_id = own.other_user_id OFFSET 0) other
    LEFT JOIN messages m
      ON m.conversation_id = own.conversation_id AND m.seq = c.last_seq AND m.seq > own.cleared_seq
  ) row`;

type Listed = { unread_total: number; rows: ConversationRow[] | null };

/** SQL for these rows with the member's unread count over all conversations. */
const rowsWithUnread = (userId: string, own: RawBuilder<unknown>) => sql<Listed>`
  SELECT (SELECT counts.unread_messages FROM member_counters counts WHERE counts.user_id = me.id) AS unread_total,
    (${rowsAsJson(own)}) AS rows
  FROM users me WHERE me.id = ${userId}::uuid`;

export async function selectConversation(db: Db, userId: string, which: Which): Promise<ConversationRow | undefined> {
  const own = sql`SELECT own.* FROM conversation_members own WHERE ${isSide(userId, which)}`;
  const { rows } = await rowsWithUnread(userId, own).execute(db);
  return rows[0]?.rows?.[0];
}

/** Returns the conversation with a member as it is before the first message. */
export async function selectBlank(db: Db, userId: string, otherId: string): Promise<BlankRow | undefined> {
  const { rows } = await sql<{ row: BlankRow }>`
    SELECT row_to_json(blank) AS row FROM (
      SELECT ${presenceIf(sql`TRUE`)}, me.read_receipts AND u.read_receipts AS receipts, u.id = me.id AS self,
        ${personOf('u')}
      FROM users u, users me WHERE u.id = ${otherId}::uuid AND me.id = ${userId}::uuid
    ) blank`.execute(db);
  return rows[0]?.row;
}

const MAX_WORDS = 8;

/** SQL that restricts a member's sides to those where each word starts a word of the other member's name. */
function nameMatches(keyword: string): RawBuilder<unknown> {
  const words = keyword.split(' ').filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return sql`TRUE`;
  const all = words.map((word) => {
    const pattern = `% ${word.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`concat(' ', n.first_name, ' ', n.last_name, ' ', n.username) ILIKE ${pattern}`;
  });
  return sql`EXISTS (SELECT 1 FROM users n WHERE n.id = own.other_user_id AND ${sql.join(all, sql` AND `)})`;
}

export type ConversationFilters = { keyword: string; pinned: boolean | null };

export const conversationKey = (row: ConversationRow): CursorKey => [
  row.last_message_at === null ? '' : toTime(row.last_message_at),
  row.conversation_id,
];

const SECTIONS = { all: sql`TRUE`, pinned: sql`own.pinned`, others: sql`NOT own.pinned` };
type Section = keyof typeof SECTIONS;

const pageSql = (userId: string, conditions: RawBuilder<unknown>, limit: number, offset: number) =>
  rowsWithUnread(
    userId,
    sql`
      SELECT own.* FROM conversation_members own
      WHERE own.user_id = ${userId}::uuid AND own.last_message_at IS NOT NULL AND ${memberVisible(userId, OTHER)}
        AND ${conditions}
      ORDER BY own.last_message_at DESC, own.conversation_id DESC LIMIT ${limit}::integer OFFSET ${offset}::integer`,
  );

/** Selects the first page of a section, by far the most requested one. */
const selectFirst = (section: Section) =>
  prepare<{ userId: string; limit: number }, Listed>(`conversations-${section}`, ({ userId, limit }) =>
    pageSql(userId, SECTIONS[section], limit, 0),
  );

const firstOf = { all: selectFirst('all'), pinned: selectFirst('pinned'), others: selectFirst('others') };

async function selectPage(
  db: Db,
  userId: string,
  { keyword, pinned }: ConversationFilters,
  start: PageStart,
): Promise<Listed[]> {
  const section = pinned === null ? 'all' : pinned ? 'pinned' : 'others';
  if (keyword === '' && start.after === null && start.offset === 0)
    return firstOf[section](db, { userId, limit: start.limit + 1 });
  const after = start.after
    ? sql`(own.last_message_at, own.conversation_id) < (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql`TRUE`;
  const conditions = sql`${SECTIONS[section]} AND ${nameMatches(keyword)} AND ${after}`;
  return (await pageSql(userId, conditions, start.limit + 1, start.offset).execute(db)).rows;
}

/**
 * Returns one page, and one row more, of a member's conversations, newest message first, with the member's unread count
 * over all of them. Takes one statement.
 */
export async function selectConversations(
  db: Db,
  userId: string,
  filters: ConversationFilters,
  start: PageStart,
): Promise<{ rows: ConversationRow[]; unread: number }> {
  const [found] = await selectPage(db, userId, filters, start);
  return { rows: found?.rows ?? [], unread: found?.unread_total ?? 0 };
}
