import { type RawBuilder, sql } from 'kysely';
import type { CursorKey, PageStart } from '#db/keyset.ts';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';
import { memberVisible } from '#features/moderation/loaders.ts';
import type { ConversationRow, MarksRow, toBlankView } from './views.ts';

const OTHER = sql.ref('held.other_user_id');

/** Names a conversation from one member's side: by itself, or by the other member. */
export type Which = { conversationId: string } | { otherId: string };

/** SQL: whether `held` is that side of the member, and the other is there for them. */
const isIt = (userId: string, which: Which): RawBuilder<unknown> => {
  const named =
    'otherId' in which
      ? sql`held.other_user_id = ${which.otherId}::uuid`
      : sql`held.conversation_id = ${which.conversationId}::uuid`;
  return sql`held.user_id = ${userId}::uuid AND ${named} AND ${memberVisible(userId, OTHER)}`;
};

/** The columns of a MarksRow over `held`, `c`, `other`, and the two members `me` and `u`. */
const marks = sql`
  held.conversation_id, held.user_id, held.other_user_id, held.pinned, held.unread_count, held.read_seq,
  held.delivered_seq, held.cleared_seq, c.last_seq, other.read_seq AS other_read_seq,
  other.delivered_seq AS other_delivered_seq, me.read_receipts AND u.read_receipts AS receipts,
  (SELECT counts.unread_messages FROM member_counters counts WHERE counts.user_id = held.user_id) AS unread_total`;

const joined = sql`
  JOIN conversations c ON c.id = held.conversation_id
  JOIN conversation_members other ON other.conversation_id = held.conversation_id AND other.user_id = held.other_user_id
  JOIN users u ON u.id = held.other_user_id
  JOIN users me ON me.id = held.user_id`;

const marksSql = (userId: string, which: Which) => sql<MarksRow>`
  SELECT ${marks} FROM conversation_members held ${joined} WHERE ${isIt(userId, which)}`;

const selectMarksWith = prepare<{ userId: string; otherId: string }, MarksRow>('marks-with', ({ userId, otherId }) =>
  marksSql(userId, { otherId }),
);

const selectMarksOf = prepare<{ userId: string; conversationId: string }, MarksRow>(
  'marks-of',
  ({ userId, conversationId }) => marksSql(userId, { conversationId }),
);

/** A member's side of a conversation; undefined when there is none. */
export async function selectMarks(db: Db, userId: string, which: Which): Promise<MarksRow | undefined> {
  const [row] =
    'otherId' in which
      ? await selectMarksWith(db, { userId, otherId: which.otherId })
      : await selectMarksOf(db, { userId, conversationId: which.conversationId });
  return row;
}

const shownPresence = sql`
  u.deleted_at AS left_at,
  CASE WHEN me.show_presence AND u.show_presence THEN u.login_time END AS login_time,
  CASE WHEN me.show_presence AND u.show_presence THEN u.last_seen_at END AS last_seen_at`;

/** Rows as the list shows them, of the sides that `held` (SQL) selects. The newest message is found by its number. */
const shown = (held: RawBuilder<unknown>): RawBuilder<ConversationRow> => sql<ConversationRow>`
  SELECT ${marks}, ${shownPresence}, held.last_message_at,
    u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details,
    m.id AS latest_id, m.seq AS latest_seq, m.sender_id AS latest_sender_id, m.content AS latest_content,
    (SELECT count(*)::integer FROM message_attachments a WHERE a.message_id = m.id) AS latest_files,
    (SELECT a.kind FROM message_attachments a WHERE a.message_id = m.id ORDER BY a.position LIMIT 1) AS latest_kind,
    m.deleted_at AS latest_deleted_at, m.created_at AS latest_created_at
  FROM (${held}) held ${joined}
  LEFT JOIN messages m
    ON m.conversation_id = held.conversation_id AND m.seq = c.last_seq AND m.seq > held.cleared_seq`;

export async function selectConversation(db: Db, userId: string, which: Which): Promise<ConversationRow | undefined> {
  const held = sql`SELECT held.* FROM conversation_members held WHERE ${isIt(userId, which)}`;
  const { rows } = await shown(held).execute(db);
  return rows[0];
}

/** What is known of the conversation with a member before anything was written. */
export async function selectBlank(
  db: Db,
  userId: string,
  otherId: string,
): Promise<Parameters<typeof toBlankView>[0] | undefined> {
  const { rows } = await sql<Parameters<typeof toBlankView>[0]>`
    SELECT ${shownPresence}, me.read_receipts AND u.read_receipts AS receipts, u.id = me.id AS self,
      u.id, u.first_name, u.last_name, u.username, u.image, u.profession, u.intro_details
    FROM users u, users me WHERE u.id = ${otherId}::uuid AND me.id = ${userId}::uuid`.execute(db);
  return rows[0];
}

const MAX_WORDS = 8;

/** SQL: narrows a member's sides to those whose other's name has, for each word, a word that begins with it. */
function named(keyword: string): RawBuilder<unknown> {
  const words = keyword.split(' ').filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return sql`TRUE`;
  const all = words.map((word) => {
    const pattern = `% ${word.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`concat(' ', n.first_name, ' ', n.last_name, ' ', n.username) ILIKE ${pattern}`;
  });
  return sql`EXISTS (SELECT 1 FROM users n WHERE n.id = held.other_user_id AND ${sql.join(all, sql` AND `)})`;
}

export type Filters = { keyword: string; pinned: boolean | null };

export const conversationKey = (row: ConversationRow): CursorKey => [
  row.last_message_at?.toISOString() ?? '',
  row.conversation_id,
];

const SECTIONS = { all: sql`TRUE`, pinned: sql`held.pinned`, others: sql`NOT held.pinned` };
type Section = keyof typeof SECTIONS;

const pageSql = (
  userId: string,
  conditions: RawBuilder<unknown>,
  limit: number,
  offset: number,
) => sql<ConversationRow>`
    ${shown(sql`
      SELECT held.* FROM conversation_members held
      WHERE held.user_id = ${userId}::uuid AND held.last_message_at IS NOT NULL AND ${memberVisible(userId, OTHER)}
        AND ${conditions}
      ORDER BY held.last_message_at DESC, held.conversation_id DESC LIMIT ${limit}::integer OFFSET ${offset}::integer`)}
    ORDER BY held.last_message_at DESC, held.conversation_id DESC`;

/** The first page of a section, which is what nearly everybody asks. */
const selectFirst = (section: Section) =>
  prepare<{ userId: string; limit: number }, ConversationRow>(`conversations-${section}`, ({ userId, limit }) =>
    pageSql(userId, SECTIONS[section], limit, 0),
  );

const firstOf = { all: selectFirst('all'), pinned: selectFirst('pinned'), others: selectFirst('others') };

/** One page (and one more) of the conversations a member sees, the one with the newest message first. */
export async function selectConversations(
  db: Db,
  userId: string,
  { keyword, pinned }: Filters,
  start: PageStart,
): Promise<ConversationRow[]> {
  const section = pinned === null ? 'all' : pinned ? 'pinned' : 'others';
  if (keyword === '' && start.after === null && start.offset === 0)
    return firstOf[section](db, { userId, limit: start.limit + 1 });
  const after = start.after
    ? sql`(held.last_message_at, held.conversation_id) < (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql`TRUE`;
  const conditions = sql`${SECTIONS[section]} AND ${named(keyword)} AND ${after}`;
  return (await pageSql(userId, conditions, start.limit + 1, start.offset).execute(db)).rows;
}
