/**
 * The readers and writers of a run: the same number of members whatever the size, each with a network and
 * conversations.
 */
import { newId } from '../../server/src/db/statements/id.ts';
import { hashPassword } from '../../server/src/features/account/sign-in/passwords.ts';
import { createToken } from '../../server/src/http/gate/session.ts';
import { acceptChats } from '../accepted-chats.ts';
import { messageRows, talkRows } from '../community/rows.ts';
import type { BenchDatabase } from '../database.ts';

const READERS = 400;
/** The first readers get messages from the others among the first writers. */
export const RECEIVERS = 64;
export const WRITERS = 400;
const SIGNING_IN = 32;
const FOLLOWED = 300;
const CONVERSATIONS = 20;
const MESSAGES = 40;
/** As many as have twenty posts in the smallest community, so that the calls are the same in each. */
const AUTHORS = 64;
const TARGETS = 2_000;
const PLACES = 4_000;

export const PASSWORD = 'Lamplight2026';

export type Reader = { id: string; token: string; others: string[] };
export type World = {
  readers: Reader[];
  emails: string[];
  /** Members with at least twenty posts. */
  authors: string[];
  /** Recent posts with their authors. */
  targets: { id: string; authorId: string }[];
  /** Posts of any age, more than are cached. */
  places: string[];
  viral: string;
  peopleQueries: string[];
  postQueries: string[];
};

/** The beginning of texts that a run writes. */
export const TEXTS = { post: 'Evening number', comment: 'That is what I have been looking for' } as const;

type Rows = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

/** Restores a kept database: a like that exists already would be no write. Returns the number of its readers. */
async function clearFormerRun(rows: Rows): Promise<number> {
  const [table] = await rows("SELECT 1 FROM pg_tables WHERE tablename = 'bench_readers'");
  if (!table) return 0;
  const [former] = await rows<{ count: number }>('SELECT count(*)::integer AS count FROM bench_readers');
  const mine = 'IN (SELECT id FROM bench_readers)';
  await rows(`DELETE FROM posts WHERE user_id ${mine} AND description LIKE '${TEXTS.post} %'`);
  await rows(`DELETE FROM comments WHERE user_id ${mine} AND comment LIKE '${TEXTS.comment}%'`);
  await rows(
    `DELETE FROM post_likes WHERE user_id ${mine} AND post_id IN (SELECT id FROM posts ORDER BY id DESC
      LIMIT ${TARGETS})`,
  );
  await rows(
    `DELETE FROM notifications WHERE id IN (SELECT notification_id FROM notification_actors WHERE actor_id ${mine})`,
  );
  await rows(
    'VACUUM ANALYZE posts, post_hashtags, hashtags, comments, post_likes, notifications, notification_actors, ' +
      'users, sessions',
  );
  return former?.count ?? 0;
}

async function makeNetworks(rows: Rows, members: number, readers: number): Promise<void> {
  const famous = Math.floor(members / 10);
  // A kept community has its networks already: many take minutes to make.
  if ((await clearFormerRun(rows)) === Math.min(readers, members - famous - 1)) return;
  await rows('DROP TABLE IF EXISTS bench_readers, bench_reader_talks');
  await rows(`CREATE UNLOGGED TABLE bench_readers AS SELECT id, n, row_number() OVER (ORDER BY n) - 1 AS place FROM (
    SELECT id, n FROM bench_members WHERE n > ${famous} ORDER BY md5(n::text) LIMIT ${readers}) drawn`);
  await rows('DELETE FROM follows WHERE follower_id IN (SELECT id FROM bench_readers)');
  await rows(`INSERT INTO follows (id, follower_id, followed_id)
    SELECT gen_random_uuid(), id, followed FROM (
      SELECT r.id, m.id AS followed, row_number() OVER (PARTITION BY r.id ORDER BY random()) AS place
      FROM bench_readers r CROSS JOIN LATERAL (
        SELECT DISTINCT floor(${members} * power(random(), 2))::integer AS n FROM generate_series(1, ${FOLLOWED * 2})
          WHERE r.place >= 0
      ) drawn JOIN bench_members m ON m.n = drawn.n WHERE m.id <> r.id
    ) placed WHERE place <= ${FOLLOWED}`);
  await rows(`CREATE UNLOGGED TABLE bench_reader_talks AS
    SELECT gen_random_uuid() AS id, r.n AS a, m.n AS b, now() - interval '1 hour' * s AS at
    FROM bench_readers r CROSS JOIN generate_series(1, ${CONVERSATIONS}) s
    JOIN bench_readers m ON m.place = (r.place + s) % ${READERS} WHERE r.place < ${READERS}`);
  await rows(`DELETE FROM conversations WHERE (member_a, member_b) IN (SELECT least(a.id, b.id), greatest(a.id, b.id)
    FROM bench_reader_talks t JOIN bench_members a ON a.n = t.a JOIN bench_members b ON b.n = t.b)`);
  await rows(talkRows('bench_reader_talks', MESSAGES));
  await rows(messageRows('bench_reader_talks', MESSAGES));
  // Follows change counts, and counts change the search index of members.
  await rows('VACUUM ANALYZE follows, member_counters, member_search, conversations, conversation_members, messages');
}

async function openSessions(rows: Rows): Promise<Reader[]> {
  const found = await rows<{ id: string; others: string[] }>(`
    SELECT r.id, (SELECT array_agg(m.other_user_id) FROM conversation_members m
      WHERE m.user_id = r.id AND m.other_user_id IN (SELECT id FROM bench_readers)) AS others
    FROM bench_readers r ORDER BY r.place`);
  const made = found.map((reader) => Object.assign(createToken(), reader));
  await rows(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at)
     SELECT s, u, h, now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) made(s, u, h)`,
    [made.map(() => newId()), made.map(({ id }) => id), made.map(({ hash }) => hash)],
  );
  return made.map(({ id, token, others }) => ({ id, token, others }));
}

const mistype = (word: string): string => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;

/**
 * Typical search texts: a first name, a full name, the beginning of one, one with two letters swapped, a profession.
 */
async function drawPeopleQueries(rows: Rows): Promise<string[]> {
  const drawn = await rows<{ first_name: string; last_name: string; profession: string | null }>(`
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

async function drawPostQueries(rows: Rows): Promise<string[]> {
  const drawn = await rows<{ word: string }>(`
    SELECT DISTINCT lower(word) AS word FROM (SELECT description FROM bench_texts ORDER BY n LIMIT 300) t
    CROSS JOIN LATERAL regexp_split_to_table(t.description, '[^a-zA-Z]+') word WHERE length(word) > 4 ORDER BY 1
      LIMIT 300`);
  return drawn.map(({ word }) => word);
}

/** Creates the viewers of a run in a grown database, and looks up what they will request. */
export async function makeWorld({ pool }: BenchDatabase, members: number, readers = READERS): Promise<World> {
  const client = await pool.pool.connect();
  const rows: Rows = async <R extends object>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;
  try {
    await rows('SET statement_timeout = 0');
    await rows('SELECT setseed(0.25)');
    await makeNetworks(rows, members, readers);
    const password = await hashPassword(PASSWORD);
    const signing = await rows<{ email: string }>(
      `UPDATE users SET password_hash = $1 WHERE id IN (SELECT id FROM bench_readers WHERE place < ${SIGNING_IN})
        RETURNING email`,
      [password],
    );
    const authors = await rows<{ id: string }>(
      `SELECT user_id AS id FROM member_counters WHERE posts >= 20 ORDER BY md5(user_id::text) LIMIT ${AUTHORS}`,
    );
    const targets = await rows<{ id: string; authorId: string }>(
      `SELECT id, user_id AS "authorId" FROM posts ORDER BY id DESC LIMIT ${TARGETS}`,
    );
    const places = await rows<{ id: string }>(`SELECT id FROM posts ORDER BY md5(id::text) LIMIT ${PLACES}`);
    const [viral] = await rows<{ id: string }>('SELECT id FROM posts ORDER BY likes_count DESC LIMIT 1');
    const opened = await openSessions(rows);
    const [receivers, senders] = [opened.slice(0, RECEIVERS), opened.slice(RECEIVERS, WRITERS)];
    await acceptChats(
      rows,
      receivers.flatMap(({ id }) => senders.map((sender) => [id, sender.id] as const)),
    );
    return {
      readers: opened,
      emails: signing.map(({ email }) => email),
      authors: authors.map(({ id }) => id),
      targets,
      places: places.map(({ id }) => id),
      viral: viral?.id ?? '',
      peopleQueries: await drawPeopleQueries(rows),
      postQueries: await drawPostQueries(rows),
    };
  } finally {
    client.release(true);
  }
}
