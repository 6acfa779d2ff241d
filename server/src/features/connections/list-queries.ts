/** The lists of invitations and connections, each in the order of an index on one member's rows. */
import { type RawBuilder, sql } from 'kysely';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import type { CursorKey, PageStart } from '#db/statements/keyset.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { ConnectionRow, InvitationRow } from './views.ts';

const invitationColumns = sql`
  r.id AS request_id, r.from_user_id, r.to_user_id, r.status, r.note, r.created_at,
  u.id, ${personColumns}`;

/** The viewer's side of an invitation. */
export type InvitationDirection = 'sent' | 'received';

const sides = {
  sent: {
    mine: (userId: string) => sql`r.from_user_id = ${userId}::uuid AND r.status <> 'accepted'`,
    other: sql.ref('r.to_user_id'),
  },
  received: {
    mine: (userId: string) => sql`r.to_user_id = ${userId}::uuid AND r.status = 'pending'`,
    other: sql.ref('r.from_user_id'),
  },
} as const;

export const invitationKey = (row: InvitationRow): CursorKey => [row.request_id];

/** Returns one page, and one row more, of a member's sent or received invitations, newest first. */
export async function selectInvitations(
  db: Db,
  side: InvitationDirection,
  userId: string,
  start: PageStart,
): Promise<InvitationRow[]> {
  const { mine, other } = sides[side];
  const after = start.after ? sql`AND r.id < ${start.after[0]}::uuid` : sql``;
  const { rows } = await sql<InvitationRow>`
    SELECT ${invitationColumns} FROM connection_requests r JOIN users u ON u.id = ${other}
    WHERE ${mine(userId)} ${after}
    ORDER BY r.id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}`.execute(db);
  return rows;
}

export async function selectInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    SELECT ${invitationColumns} FROM connection_requests r JOIN users u ON u.id = r.to_user_id
    WHERE r.id = ${id}::uuid`.execute(db);
  return rows[0];
}

const MAX_WORDS = 8;

/** SQL for whether each word of the keyword starts a word in the name, the username or the profession of `u`. */
function matches(keyword: string): RawBuilder<boolean> {
  const words = keyword.split(' ').filter(Boolean).slice(0, MAX_WORDS);
  const all = words.map((word) => {
    const pattern = `% ${word.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`concat(' ', u.first_name, ' ', u.last_name, ' ', u.username, ' ', u.profession) ILIKE ${pattern}`;
  });
  return all.length > 0 ? sql<boolean>`${sql.join(all, sql` AND `)}` : sql<boolean>`TRUE`;
}

export type ConnectionList = { userId: string; viewerId: string; keyword: string };

// Each member is looked up: with a plain join, a keyword is compared with the names of the whole community.
const ofMember = ({ userId, viewerId, keyword }: ConnectionList) => sql`
  FROM connections c CROSS JOIN LATERAL (SELECT * FROM users WHERE id = c.other_user_id OFFSET 0) u
  WHERE c.user_id = ${userId}::uuid AND ${memberVisible(viewerId)} AND ${matches(keyword)}`;

export const connectionKey = (row: ConnectionRow): CursorKey => [row.connected_at.toISOString(), row.id];

/**
 * Returns one page, and one row more, of a member's connections, newest first, with the viewer's relationship to each.
 */
export async function selectConnections(db: Db, list: ConnectionList, start: PageStart): Promise<ConnectionRow[]> {
  const after = start.after
    ? sql`AND (c.created_at, c.other_user_id) < (${start.after[0]}::timestamptz, ${start.after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<ConnectionRow>`
    SELECT found.*, mine.id AS my_follow_id, talk.conversation_id
    FROM (
      SELECT c.created_at AS connected_at,
        u.id, ${personColumns}
      ${ofMember(list)} ${after}
      ORDER BY c.created_at DESC, c.other_user_id DESC LIMIT ${start.limit + 1} OFFSET ${start.offset}
    ) found
    LEFT JOIN follows mine ON mine.follower_id = ${list.viewerId}::uuid AND mine.followed_id = found.id
    LEFT JOIN conversation_members talk ON talk.user_id = ${list.viewerId}::uuid AND talk.other_user_id = found.id
    ORDER BY found.connected_at DESC, found.id DESC`.execute(db);
  return rows;
}

/** Returns the number of a member's connections that match; scans only that member's rows. */
export async function countMatchingConnections(db: Db, list: ConnectionList): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::integer AS total ${ofMember(list)}`.execute(db);
  return rows[0]?.total ?? 0;
}
