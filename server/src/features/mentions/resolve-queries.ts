/** Finds the members whom the `@usernames` of a text stand for. */
import { findMentions, MAX_MENTIONS } from '@afterhours/contract/constants/mentions';
import { type RawBuilder, sql } from 'kysely';
import { memberVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { type MentionKind, mentionTables } from './mention-tables.ts';

/** A member mentioned in a text. `isKept` is whether the text already mentioned them before it was edited. */
export type ResolvedMention = { start: number; length: number; userId: string; username: string; isKept: boolean };

type Text = { authorId: string; text: string };
type Found = { username: string; id: string; present: string };

/** SQL for whether the member `u` may be mentioned by this member (SQL). Everyone may mention themselves. */
export const mentionable = (authorId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(u.id = ${authorId} OR u.mentions_from = 'everyone' OR (u.mentions_from = 'following' AND EXISTS (
    SELECT 1 FROM follows f WHERE f.follower_id = u.id AND f.followed_id = ${authorId})))`;

const selectNamed = prepare<{ rows: string }, Found & { index: number }>(
  'mentions-resolve',
  ({ rows }) => sql<Found & { index: number }>`
    SELECT named.index, named.username, u.id, u.username AS present
    FROM json_to_recordset(${rows}::json) AS named(index integer, author_id uuid, username text)
    JOIN users u ON u.username = named.username
    WHERE u.deleted_at IS NULL AND ${memberVisibleTo(sql.ref('named.author_id'), sql.ref('u.id'))}
      AND ${mentionable(sql.ref('named.author_id'))}
    ORDER BY u.id FOR KEY SHARE OF u`,
);

/**
 * Returns the mentions in each text: of members who exist, can see and be seen by the author, and allow it. The members
 * are locked against deletion until the transaction ends, so this must be called before posts and counts are locked.
 * Takes one statement, or none if no text contains an `@username`.
 */
export async function resolveMentions(
  db: Db,
  texts: readonly Text[],
  kept: readonly Found[] = [],
): Promise<ResolvedMention[][]> {
  const written = texts.map(({ text }) => findMentions(text).slice(0, MAX_MENTIONS));
  const rows = texts.flatMap(({ authorId }, index) =>
    [...new Set(written[index]?.map(({ username }) => username))].map((username) => ({
      index,
      author_id: authorId,
      username,
    })),
  );
  const named = rows.length > 0 ? await selectNamed(db, { rows: JSON.stringify(rows) }) : [];
  const before = new Map(kept.map((one) => [one.username, one]));
  const keptIds = new Set(kept.map(({ id }) => id));
  const found = new Map(named.map((one) => [`${one.index}/${one.username}`, one]));
  return written.map((all, index) =>
    all.flatMap(({ start, length, username }) => {
      const user = before.get(username) ?? found.get(`${index}/${username}`);
      return user ? [{ start, length, userId: user.id, username: user.present, isKept: keptIds.has(user.id) }] : [];
    }),
  );
}

/**
 * Returns the members whom a text that is about to be edited mentions, by the usernames written in it. An edit keeps
 * its mentions of members who have changed their username since. They are locked as in `resolveMentions`.
 */
export async function loadKeptMentions(db: Db, kind: MentionKind, id: string): Promise<Found[]> {
  const { mentions, key, texts, text } = mentionTables[kind];
  const { rows } = await sql<Found>`
    SELECT lower(substr(${text}, m.start + 2, m.length - 1)) AS username, u.id, u.username AS present
    FROM ${mentions} m JOIN ${texts} t ON t.id = m.${key} JOIN users u ON u.id = m.user_id
    WHERE m.${key} = ${id}::uuid ORDER BY u.id FOR KEY SHARE OF u`.execute(db);
  return rows;
}
