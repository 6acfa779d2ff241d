/**
 * The members whom messages name. They are looked up when a message is shown, not when it is written: nobody is
 * notified of them, old messages have them too, and each of the two members gets links to members whom they can see.
 */
import { findMentions, MAX_MENTIONS, type WrittenMention } from '@afterhours/contract/constants/mentions';
import type { Mention } from '@afterhours/contract/posts/mentions';
import { sql } from 'kysely';
import { FORMER_USERNAME_DAYS } from '#access/members.ts';
import { memberVisible } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';

type Named = { written: string; id: string; username: string };

/**
 * Returns the members with these usernames whom the viewer can see. A former username leads to its member for a while.
 */
async function selectNamed(db: Db, viewerId: string, usernames: readonly string[]): Promise<Named[]> {
  const names = sql`${[...usernames]}::text[]`;
  const { rows } = await sql<Named>`
    SELECT DISTINCT ON (named.written) named.written, u.id, u.username
    FROM (
      SELECT p.username AS written, p.id, 0 AS rank FROM users p WHERE p.username = ANY (${names})
      UNION ALL SELECT f.username, f.user_id, 1 FROM former_usernames f
      WHERE f.username = ANY (${names}) AND f.given_up_at > now() - make_interval(days => ${FORMER_USERNAME_DAYS})
    ) named JOIN users u ON u.id = named.id
    WHERE u.deleted_at IS NULL AND ${memberVisible(viewerId)}
    ORDER BY named.written, named.rank`.execute(db);
  return rows;
}

const writtenIn = (text: string): WrittenMention[] =>
  text.includes('@') ? findMentions(text).slice(0, MAX_MENTIONS) : [];

/** Whether a text contains something that may be a member's username. */
export const mayName = (text: string): boolean => writtenIn(text).length > 0;

/**
 * Returns the mentions in each text, as the viewer sees them. Takes one statement, or none if no text contains an
 * `@name`.
 */
export async function loadNamed(db: Db, viewerId: string, texts: readonly string[]): Promise<Mention[][]> {
  const written = texts.map(writtenIn);
  const usernames = new Set(written.flatMap((all) => all.map(({ username }) => username)));
  const rows = usernames.size > 0 ? await selectNamed(db, viewerId, [...usernames]) : [];
  const found = new Map(rows.map((row) => [row.written, row]));
  return written.map((all) =>
    all.flatMap(({ start, length, username }) => {
      const member = found.get(username);
      return member ? [{ start, length, user: { _id: member.id, username: member.username } }] : [];
    }),
  );
}
