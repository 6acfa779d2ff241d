/** Stores mentions, and determines whom to notify of them. */
import { sql } from 'kysely';
import { commentVisibleTo, postVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare, preparePipelined } from '#db/statements/prepared.ts';
import { type MentionKind, mentionTables } from './mention-tables.ts';
import type { ResolvedMention } from './resolve-queries.ts';

/**
 * The maximum of members who are notified of one text, and the maximum for an author who joined less than a week ago.
 */
const MAX_NOTIFIED = sql.lit(10);
const MAX_NOTIFIED_BY_NEW = sql.lit(3);

export type Mentioning = { id: string; mentions: readonly ResolvedMention[] };

const prepareInsert = (kind: MentionKind) =>
  preparePipelined<{ rows: string }>(
    `${kind}-mentions-insert`,
    ({ rows }) => sql`
      INSERT INTO ${mentionTables[kind].mentions} (${mentionTables[kind].key}, start, length, user_id)
      SELECT id, start, length, user_id
      FROM json_to_recordset(${rows}::json) AS given(id uuid, start integer, length smallint, user_id uuid)`,
  );

const inserts = { post: prepareInsert('post'), comment: prepareInsert('comment') };

/** Stores the mentions of new texts. */
export async function insertMentions(db: Db, kind: MentionKind, texts: readonly Mentioning[]): Promise<void> {
  const rows = texts.flatMap(({ id, mentions }) =>
    mentions.map(({ start, length, userId }) => ({ id, start, length, user_id: userId })),
  );
  if (rows.length > 0) await inserts[kind](db, { rows: JSON.stringify(rows) });
}

/** Replaces the mentions of an edited text. */
export async function replaceMentions(db: Db, kind: MentionKind, text: Mentioning): Promise<void> {
  const { mentions, key } = mentionTables[kind];
  await sql`DELETE FROM ${mentions} WHERE ${key} = ${text.id}::uuid`.execute(db);
  await insertMentions(db, kind, [text]);
}

type Notice = { id: string; user_id: string };

/** SQL for joining the texts to `candidate`, restricted to those that the member `candidate.user_id` can see. */
const READER = sql.ref('candidate.user_id');
const readable = {
  post: sql`posts p ON p.id = candidate.id AND ${postVisibleTo(READER)}`,
  comment: sql`comments c ON c.id = candidate.id AND ${commentVisibleTo(READER)}
    JOIN posts p ON p.id = c.post_id AND ${postVisibleTo(READER)}`,
};

const prepareNotices = (kind: MentionKind) => {
  const { notices, key } = mentionTables[kind];
  return prepare<{ rows: string }, Notice>(
    `${kind}-mention-notices`,
    ({ rows }) => sql<Notice>`
      WITH candidate AS (
        SELECT * FROM json_to_recordset(${rows}::json) AS given(index integer, id uuid, author_id uuid, user_id uuid)
      ), fresh AS (
        SELECT candidate.*, row_number() OVER (PARTITION BY candidate.id ORDER BY candidate.index) AS nth
        FROM candidate JOIN ${readable[kind]}
        WHERE NOT EXISTS (SELECT 1 FROM ${notices} notice
          WHERE notice.${key} = candidate.id AND notice.user_id = candidate.user_id)
      )
      INSERT INTO ${notices} (${key}, user_id)
      SELECT fresh.id, fresh.user_id FROM fresh JOIN users author ON author.id = fresh.author_id
      WHERE fresh.nth + (SELECT count(*) FROM ${notices} notice WHERE notice.${key} = fresh.id)
        <= CASE WHEN author.created_at > now() - interval '7 days' THEN ${MAX_NOTIFIED_BY_NEW} ELSE ${MAX_NOTIFIED} END
      ORDER BY fresh.user_id
      ON CONFLICT DO NOTHING
      RETURNING ${key} AS id, user_id`,
  );
};

const notices = { post: prepareNotices('post'), comment: prepareNotices('comment') };

export type MentioningText = {
  id: string;
  authorId: string;
  mentions: readonly Pick<ResolvedMention, 'userId' | 'isKept'>[];
  /** Members who get another notification about the text, such as the author of the post that a comment is on. */
  notifiedOtherwise?: readonly string[];
};

/**
 * Returns the members to notify of each text, and records that they were notified: in the order of the text, those who
 * can see it and were not mentioned in it before, up to the text's limit.
 */
export async function insertNotices(
  db: Db,
  kind: MentionKind,
  texts: readonly MentioningText[],
): Promise<Map<string, string[]>> {
  const rows = texts.flatMap(({ id, authorId, mentions, notifiedOtherwise = [] }) => {
    const userIds = new Set(mentions.filter(({ isKept }) => !isKept).map(({ userId }) => userId));
    return [...userIds]
      .filter((userId) => userId !== authorId && !notifiedOtherwise.includes(userId))
      .map((userId, index) => ({ index, id, author_id: authorId, user_id: userId }));
  });
  const notified = new Map<string, string[]>();
  if (rows.length === 0) return notified;
  for (const { id, user_id: userId } of await notices[kind](db, { rows: JSON.stringify(rows) }))
    notified.set(id, [...(notified.get(id) ?? []), userId]);
  return notified;
}

type Shown = { id: string; post_id: string; text: string; author_id: string; user_ids: string[] };

/** Returns the members whom these texts mention, in the order of each text, with its author and post. */
export async function selectMentioned(db: Db, kind: MentionKind, ids: readonly string[]): Promise<Shown[]> {
  const { mentions, key, texts, text, postId } = mentionTables[kind];
  const { rows } = await sql<Shown>`
    SELECT t.id, ${postId} AS post_id, ${text} AS text, t.user_id AS author_id,
      array_agg(m.user_id ORDER BY m.start) AS user_ids
    FROM ${mentions} m JOIN ${texts} t ON t.id = m.${key}
    WHERE m.${key} = ANY (${[...ids]}::uuid[]) GROUP BY t.id`.execute(db);
  return rows;
}
