/**
 * The world of a run: the readers, who make the calls, and the posts and members that they load. The number of readers
 * does not depend on the size of the community, and each of them has a network and conversations.
 */
import { newId } from '../../server/src/db/statements/id.ts';
import { hashPassword } from '../../server/src/features/account/sign-in/passwords.ts';
import { createToken } from '../../server/src/http/gate/tokens.ts';
import { acceptChats } from '../accepted-chats.ts';
import { conversationRows, messageRows } from '../community/rows.ts';
import type { BenchDatabase } from '../database.ts';

const READERS = 400;
/** The first `RECEIVERS` readers receive messages from the others among the first `WRITERS`. */
export const RECEIVERS = 64;
export const WRITERS = 400;
const WITH_PASSWORD = 32;
const FOLLOWED = 300;
const CONVERSATIONS = 20;
const MESSAGES = 40;
/** The smallest community has this many authors with twenty posts; so the calls are the same in each community. */
const AUTHORS = 64;
const TARGETS = 2_000;
const SCATTERED_POSTS = 4_000;

export const PASSWORD = 'Lamplight2026';

export type Reader = { id: string; token: string; partnerIds: string[] };
export type World = {
  readers: Reader[];
  /** Addresses of readers who can sign in with `PASSWORD`. */
  emails: string[];
  /** Members with at least twenty posts. */
  authors: string[];
  /** Recent posts with their authors. */
  targets: { id: string; authorId: string }[];
  /** Posts of any age, more than are cached. */
  scatteredPosts: string[];
  /** The post with the most likes. */
  viral: string;
  peopleQueries: string[];
  postQueries: string[];
};

/** The first words of the texts that a run writes, by which the next run finds and deletes them. */
export const TEXTS = { post: 'Evening number', comment: 'That is what I have been looking for' } as const;

type Query = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

/**
 * Removes the writes of the previous run from a kept database: repeating a like, for instance, would write nothing.
 * Returns the number of readers of that run.
 */
async function clearPreviousRun(query: Query): Promise<number> {
  const [table] = await query("SELECT 1 FROM pg_tables WHERE tablename = 'bench_readers'");
  if (!table) return 0;
  const [previous] = await query<{ count: number }>('SELECT count(*)::integer AS count FROM bench_readers');
  const byReader = 'IN (SELECT id FROM bench_readers)';
  await query(`DELETE FROM posts WHERE user_id ${byReader} AND description LIKE '${TEXTS.post} %'`);
  await query(`DELETE FROM comments WHERE user_id ${byReader} AND comment LIKE '${TEXTS.comment}%'`);
  await query(
    `DELETE FROM post_likes WHERE user_id ${byReader} AND post_id IN (SELECT id FROM posts ORDER BY id DESC
      LIMIT ${TARGETS})`,
  );
  await query(
    `DELETE FROM notifications
      WHERE id IN (SELECT notification_id FROM notification_actors WHERE actor_id ${byReader})`,
  );
  await query(
    `VACUUM ANALYZE posts, post_hashtags, hashtags, comments, post_likes, notifications, notification_actors, users,
      sessions`,
  );
  return previous?.count ?? 0;
}

async function createNetworks(query: Query, members: number, readers: number): Promise<void> {
  const famous = Math.floor(members / 10);
  // A kept community has its networks already; creating many of them takes minutes.
  if ((await clearPreviousRun(query)) === Math.min(readers, members - famous - 1)) return;
  // In one transaction: the next run takes the presence of readers for a complete preparation.
  await query('BEGIN');
  await query('DROP TABLE IF EXISTS bench_readers, bench_reader_talks');
  await query(`CREATE UNLOGGED TABLE bench_readers AS SELECT id, n, row_number() OVER (ORDER BY n) - 1 AS place FROM (
    SELECT id, n FROM bench_members WHERE n > ${famous} ORDER BY md5(n::text) LIMIT ${readers}) drawn`);
  await query('DELETE FROM follows WHERE follower_id IN (SELECT id FROM bench_readers)');
  await query(`INSERT INTO follows (id, follower_id, followed_id)
    SELECT gen_random_uuid(), id, followed FROM (
      SELECT r.id, m.id AS followed, row_number() OVER (PARTITION BY r.id ORDER BY random()) AS place
      FROM bench_readers r CROSS JOIN LATERAL (
        SELECT DISTINCT floor(${members} * power(random(), 2))::integer AS n FROM generate_series(1, ${FOLLOWED * 2})
          WHERE r.place >= 0
      ) drawn JOIN bench_members m ON m.n = drawn.n WHERE m.id <> r.id
    ) placed WHERE place <= ${FOLLOWED}`);
  await query(`CREATE UNLOGGED TABLE bench_reader_talks AS
    SELECT gen_random_uuid() AS id, r.n AS a, m.n AS b, now() - interval '1 hour' * s AS at
    FROM bench_readers r CROSS JOIN generate_series(1, ${CONVERSATIONS}) s
    JOIN bench_readers m ON m.place = (r.place + s) % ${READERS} WHERE r.place < ${READERS}`);
  await query(`DELETE FROM conversations WHERE (member_a, member_b) IN (SELECT least(a.id, b.id), greatest(a.id, b.id)
    FROM bench_reader_talks t JOIN bench_members a ON a.n = t.a JOIN bench_members b ON b.n = t.b)`);
  await query(conversationRows('bench_reader_talks', MESSAGES));
  await query(messageRows('bench_reader_talks', MESSAGES));
  await query('COMMIT');
  // New follows change member_counters, which change member_search.
  await query('VACUUM ANALYZE follows, member_counters, member_search, conversations, conversation_members, messages');
}

async function openSessions(query: Query): Promise<Reader[]> {
  const readers = await query<{ id: string; partnerIds: string[] }>(`
    SELECT r.id, (SELECT array_agg(m.other_user_id) FROM conversation_members m
      WHERE m.user_id = r.id AND m.other_user_id IN (SELECT id FROM bench_readers)) AS "partnerIds"
    FROM bench_readers r ORDER BY r.place`);
  const sessions = readers.map((reader) => Object.assign(createToken(), reader));
  await query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at)
     SELECT s, u, h, now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) sessions(s, u, h)`,
    [sessions.map(() => newId()), sessions.map(({ id }) => id), sessions.map(({ hash }) => hash)],
  );
  return sessions.map(({ id, token, partnerIds }) => ({ id, token, partnerIds }));
}

/** Swaps the third and fourth letters. */
const mistype = (word: string): string => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;

/**
 * Returns typical searches: a first name, a full name, the beginning of a last name, one with two letters swapped, and
 * a profession.
 */
async function pickPeopleQueries(query: Query): Promise<string[]> {
  const drawn = await query<{ first_name: string; last_name: string; profession: string | null }>(`
    SELECT u.first_name, u.last_name, u.profession FROM users u JOIN bench_members m ON m.id = u.id
    ORDER BY md5(m.n::text || 'search') LIMIT 400`);
  const kinds = [
    (row: (typeof drawn)[number]) => row.first_name,
    (row: (typeof drawn)[number]) => `${row.first_name} ${row.last_name}`,
    (row: (typeof drawn)[number]) => row.last_name.slice(0, 4),
    (row: (typeof drawn)[number]) => mistype(row.last_name),
    (row: (typeof drawn)[number]) => row.profession ?? row.last_name,
  ];
  return drawn.map((row, place) => kinds[place % kinds.length]?.(row) ?? row.first_name);
}

async function pickPostQueries(query: Query): Promise<string[]> {
  const drawn = await query<{ word: string }>(`
    SELECT DISTINCT lower(word) AS word FROM (SELECT description FROM bench_texts ORDER BY n LIMIT 300) t
    CROSS JOIN LATERAL regexp_split_to_table(t.description, '[^a-zA-Z]+') word WHERE length(word) > 4 ORDER BY 1
      LIMIT 300`);
  return drawn.map(({ word }) => word);
}

/** Prepares the readers of a run in a grown database, and looks up the posts, members and words they will request. */
export async function prepareWorld({ pool }: BenchDatabase, members: number, readers = READERS): Promise<World> {
  const client = await pool.pool.connect();
  const query: Query = async <R extends object>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;
  try {
    await query('SET statement_timeout = 0');
    await query('SELECT setseed(0.25)');
    await createNetworks(query, members, readers);
    const password = await hashPassword(PASSWORD);
    const withPassword = await query<{ email: string }>(
      `UPDATE users SET password_hash = $1 WHERE id IN (SELECT id FROM bench_readers WHERE place < ${WITH_PASSWORD})
        RETURNING email`,
      [password],
    );
    const authors = await query<{ id: string }>(
      `SELECT user_id AS id FROM member_counters WHERE posts >= 20 ORDER BY md5(user_id::text) LIMIT ${AUTHORS}`,
    );
    const targets = await query<{ id: string; authorId: string }>(
      `SELECT id, user_id AS "authorId" FROM posts ORDER BY id DESC LIMIT ${TARGETS}`,
    );
    const scatteredPosts = await query<{ id: string }>(
      `SELECT id FROM posts ORDER BY md5(id::text) LIMIT ${SCATTERED_POSTS}`,
    );
    const [viral] = await query<{ id: string }>('SELECT id FROM posts ORDER BY likes_count DESC LIMIT 1');
    const signedIn = await openSessions(query);
    const [receivers, senders] = [signedIn.slice(0, RECEIVERS), signedIn.slice(RECEIVERS, WRITERS)];
    await acceptChats(
      query,
      receivers.flatMap(({ id }) => senders.map((sender) => [id, sender.id] as const)),
    );
    return {
      readers: signedIn,
      emails: withPassword.map(({ email }) => email),
      authors: authors.map(({ id }) => id),
      targets,
      scatteredPosts: scatteredPosts.map(({ id }) => id),
      viral: viral?.id ?? '',
      peopleQueries: await pickPeopleQueries(query),
      postQueries: await pickPostQueries(query),
    };
  } finally {
    client.release(true);
  }
}
