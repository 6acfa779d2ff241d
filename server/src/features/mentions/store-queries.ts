/** Stores mentions, and says who is to be told of them. */
import { sql } from 'kysely';
import { commentVisibleTo, postVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { prepare, prepareUnanswered } from '#db/statements/prepared.ts';
import { type MentionKind, mentionTables } from './mention-tables.ts';
import type { ResolvedMention } from './resolve-queries.ts';

/** How many members are told of one text; and for an author who joined less than a week ago. */
const TOLD = sql.lit(10);
const TOLD_BY_NEW = sql.lit(3);

export type Mentioning = { id: string; mentions: readonly ResolvedMention[] };

const prepareInsert = (kind: MentionKind) =>
  prepareUnanswered<{ rows: string }>(
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

/** SQL: where the texts are, as `t`, and whether a member (SQL: `asked.user_id`) sees the text. */
const READER = sql.ref('asked.user_id');
const readable = {
  post: sql`posts p ON p.id = asked.id AND ${postVisibleTo(READER)}`,
  comment: sql`comments c ON c.id = asked.id AND ${commentVisibleTo(READER)}
    JOIN posts p ON p.id = c.post_id AND ${postVisibleTo(READER)}`,
};

const prepareNotices = (kind: MentionKind) => {
  const { notices, key } = mentionTables[kind];
  return prepare<{ rows: string }, Notice>(
    `${kind}-mention-notices`,
    ({ rows }) => sql<Notice>`
      WITH asked AS (
        SELECT * FROM json_to_recordset(${rows}::json) AS asked(place integer, id uuid, author_id uuid, user_id uuid)
      ), fresh AS (
        SELECT asked.*, row_number() OVER (PARTITION BY asked.id ORDER BY asked.place) AS nth
        FROM asked JOIN ${readable[kind]}
        WHERE NOT EXISTS (SELECT 1 FROM ${notices} told WHERE told.${key} = asked.id AND told.user_id = asked.user_id)
      )
      INSERT INTO ${notices} (${key}, user_id)
      SELECT fresh.id, fresh.user_id FROM fresh JOIN users author ON author.id = fresh.author_id
      WHERE fresh.nth + (SELECT count(*) FROM ${notices} told WHERE told.${key} = fresh.id)
        <= CASE WHEN author.created_at > now() - interval '7 days' THEN ${TOLD_BY_NEW} ELSE ${TOLD} END
      ORDER BY fresh.user_id
      ON CONFLICT DO NOTHING
      RETURNING ${key} AS id, user_id`,
  );
};

const notices = { post: prepareNotices('post'), comment: prepareNotices('comment') };

export type Telling = {
  id: string;
  authorId: string;
  mentions: readonly Pick<ResolvedMention, 'userId' | 'isKept'>[];
  /** Members whom another notification tells of the text, such as the author of the post that a comment is on. */
  toldAnyway?: readonly string[];
};

/**
 * Returns the members who are to be told of each text, and keeps that they were: in the order of the text those who
 * see it and were not mentioned in it before, up to the limit of a text.
 */
export async function insertNotices(
  db: Db,
  kind: MentionKind,
  texts: readonly Telling[],
): Promise<Map<string, string[]>> {
  const rows = texts.flatMap(({ id, authorId, mentions, toldAnyway = [] }) => {
    const userIds = new Set(mentions.filter(({ isKept }) => !isKept).map(({ userId }) => userId));
    return [...userIds]
      .filter((userId) => userId !== authorId && !toldAnyway.includes(userId))
      .map((userId, place) => ({ place, id, author_id: authorId, user_id: userId }));
  });
  const told = new Map<string, string[]>();
  if (rows.length === 0) return told;
  for (const { id, user_id: userId } of await notices[kind](db, { rows: JSON.stringify(rows) }))
    told.set(id, [...(told.get(id) ?? []), userId]);
  return told;
}

type Shown = { id: string; post_id: string; text: string; author_id: string; user_ids: string[] };

/** Returns whom these texts mention, in the order of each text, with its author and post. */
export async function selectMentioned(db: Db, kind: MentionKind, ids: readonly string[]): Promise<Shown[]> {
  const { mentions, key, texts, text, postId } = mentionTables[kind];
  const { rows } = await sql<Shown>`
    SELECT t.id, ${postId} AS post_id, ${text} AS text, t.user_id AS author_id,
      array_agg(m.user_id ORDER BY m.start) AS user_ids
    FROM ${mentions} m JOIN ${texts} t ON t.id = m.${key}
    WHERE m.${key} = ANY (${[...ids]}::uuid[]) GROUP BY t.id`.execute(db);
  return rows;
}
