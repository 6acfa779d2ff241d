/** Measures the costs of reading and writing a feed on this machine, as input for the simulation. */
import type { ClientBase } from 'pg';
import type { BenchDatabase } from '../database.ts';
import type { Costs } from './simulate.ts';

const PAGE = 20;
const REPETITIONS = 300;
const FOLLOWED_COUNTS = [25, 100, 400, 1_600];
const LISTS = 2_000;
const LIST_SPACING = 100;
const BATCH = 1_000;

const MERGE = `
  SELECT p.id FROM unnest($1::uuid[]) author (id)
  CROSS JOIN LATERAL (SELECT p.id FROM posts p WHERE p.user_id = author.id ORDER BY p.id DESC LIMIT ${PAGE}) p
  ORDER BY p.id DESC LIMIT ${PAGE}`;
const READ = `SELECT post_id FROM feed_lists WHERE user_id = $1 ORDER BY post_id DESC LIMIT ${PAGE}`;
const WRITE =
  'INSERT INTO feed_lists (user_id, post_id) SELECT id, $2 FROM unnest($1::uuid[]) id ON CONFLICT DO NOTHING';

async function measureMedian(repetitions: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let turn = 0; turn < repetitions; turn++) {
    const began = performance.now();
    await work(turn);
    durations.push(performance.now() - began);
  }
  return durations.toSorted((a, b) => a - b)[Math.floor(repetitions / 2)] ?? 0;
}

async function readIds(client: ClientBase, text: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(text);
  return rows.map(({ id }) => id);
}

/** Fits a line to the points by least squares; `base` is at least 0. */
function fitLine(points: readonly (readonly [number, number])[]): { base: number; slope: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))];
  const numerator = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const denominator = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  const slope = numerator / denominator;
  return { base: Math.max(0, y - slope * x), slope };
}

async function prepareLists(client: ClientBase): Promise<void> {
  await client.query('CREATE TABLE feed_lists (user_id uuid, post_id uuid, PRIMARY KEY (user_id, post_id))');
  // Each list consists of every nth post, so that the lists differ and are spread over the table.
  await client.query(`
    INSERT INTO feed_lists
    SELECT u.id, p.id FROM (SELECT id, row_number() OVER () AS n FROM users LIMIT ${LISTS}) u
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM posts) p ON p.n % ${LIST_SPACING} = u.n % ${LIST_SPACING}
    ORDER BY p.id`);
  await client.query('VACUUM ANALYZE feed_lists');
}

export async function measureCosts({ pool }: BenchDatabase): Promise<Costs> {
  const client = await pool.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const members = await readIds(client, 'SELECT id FROM users ORDER BY id');
    const merges: [number, number][] = [];
    for (const followed of FOLLOWED_COUNTS) {
      const pickAuthors = (turn: number) =>
        Array.from({ length: followed }, (_value, index) => members[(turn * 7 + index) % members.length]);
      merges.push([
        followed,
        await measureMedian(REPETITIONS / 3, (turn) =>
          client.query({ name: 'merge', text: MERGE, values: [pickAuthors(turn)] }),
        ),
      ]);
    }
    const { base, slope } = fitLine(merges);
    await prepareLists(client);
    const listRead = await measureMedian(REPETITIONS, (turn) =>
      client.query({ name: 'read', text: READ, values: [members[turn % LISTS]] }),
    );
    const postIds = await readIds(client, `SELECT gen_random_uuid() AS id FROM generate_series(1, ${REPETITIONS / 3})`);
    const readers = members.slice(0, BATCH);
    const batch = await measureMedian(REPETITIONS / 3, (turn) =>
      client.query({ name: 'write', text: WRITE, values: [readers, postIds[turn]] }),
    );
    const { rows } = await client.query<{ bytes: number }>(
      "SELECT pg_total_relation_size('feed_lists')::float8 / count(*) AS bytes FROM feed_lists",
    );
    return {
      mergeBase: base,
      mergeEach: slope,
      listRead,
      listWrite: batch / readers.length,
      listBytes: rows[0]?.bytes ?? 0,
    };
  } finally {
    client.release(true);
  }
}
