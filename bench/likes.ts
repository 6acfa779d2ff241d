/** 64 members liking at once, one post or many; and whether every count is exact afterwards. */
import autocannon from 'autocannon';
import { newId } from '../server/src/db/id.ts';
import { createToken } from '../server/src/http/session.ts';
import { startServer } from './child.ts';
import { type BenchDatabase, createBenchDatabase, feedSize } from './database.ts';
import { describeMachine, toTable, writeSection } from './report.ts';

const CLIENTS = 64;
const SIZE = { ...feedSize, members: 2_000, posts: 5_000, conversations: 100 };

type Options = { seconds: number; runs: number };
type Outcome = { likesPerSecond: number; p50: number; p99: number; wrong: number };

const say = (line: string): void => console.log(line);

/** Sessions for as many members as there are clients; their tokens. */
async function openSessions({ pool }: BenchDatabase): Promise<string[]> {
  const members = await pool.db.selectFrom('users').select('id').limit(CLIENTS).execute();
  const tokens: string[] = [];
  for (const { id } of members) {
    const { token, hash } = createToken();
    const expires_at = new Date(Date.now() + 3_600_000);
    await pool.db.insertInto('sessions').values({ id: newId(), user_id: id, token_hash: hash, expires_at }).execute();
    tokens.push(token);
  }
  return tokens;
}

/** Each client likes and takes back in turn; the n-th on the n-th of `posts`, round and round. */
async function toggle(origin: string, tokens: string[], posts: string[], seconds: number): Promise<Outcome> {
  let client = 0;
  const result = await autocannon({
    url: `${origin}/api/post/likeUnlike`,
    method: 'POST',
    connections: CLIENTS,
    duration: seconds,
    setupClient(connection) {
      const [token, post_id] = [tokens[client % tokens.length], posts[client % posts.length]];
      client++;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const requests = [true, false].map((status) => ({
        method: 'POST' as const,
        headers,
        body: JSON.stringify({ post_id, status }),
      }));
      connection.setRequests(requests);
    },
  });
  const wrong = result.non2xx + result.errors;
  return { likesPerSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99, wrong };
}

/** How many posts hold another count than their likes have rows. */
async function countDrift({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.pool.query<{ drifted: number }>(`
    SELECT count(*)::integer AS drifted FROM posts p
    WHERE p.likes_count <> (SELECT count(*) FROM post_likes l WHERE l.post_id = p.id)`);
  return rows[0]?.drifted ?? -1;
}

async function measure(database: BenchDatabase, { seconds, runs }: Options): Promise<[string, Outcome][]> {
  const server = await startServer(database);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const tokens = await openSessions(database);
    const found = await database.pool.db.selectFrom('posts').select('id').limit(CLIENTS).execute();
    const posts = found.map(({ id }) => id);
    const places: Record<string, string[]> = { 'one post': posts.slice(0, 1), [`${CLIENTS} posts`]: posts };
    const rows: [string, Outcome][] = [];
    for (const [place, targets] of Object.entries(places)) {
      await toggle(origin, tokens, targets, 1);
      const outcomes: Outcome[] = [];
      for (let run = 0; run < runs; run++) outcomes.push(await toggle(origin, tokens, targets, seconds));
      const median = outcomes.toSorted((a, b) => a.likesPerSecond - b.likesPerSecond)[Math.floor(runs / 2)];
      if (median) rows.push([place, { ...median, wrong: outcomes.reduce((sum, { wrong }) => sum + wrong, 0) }]);
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Generates, measures, checks the counts, prints and writes the table; about a minute. */
export async function benchLikes(options: Options): Promise<void> {
  say('Generating …');
  const database = await createBenchDatabase(SIZE, () => undefined);
  try {
    const rows = await measure(database, options);
    const drifted = await countDrift(database);
    const table = toTable(
      ['64 members like and take back', 'Likes/s', 'p50 ms', 'p99 ms', 'Refused or failed'],
      rows.map(([place, { likesPerSecond, p50, p99, wrong }]) => [place, Math.round(likesPerSecond), p50, p99, wrong]),
    );
    const text = `## Likes

Each call likes or takes back, in a transaction with the exact count and the author's notification. Median of ${options.runs} runs of
${options.seconds} s. Posts whose count differed from their rows afterwards: ${drifted} of ${SIZE.posts.toLocaleString('en-US')}.

${describeMachine()}. Command: \`npm run bench -- likes\`.

${table}`;
    say(`\n${text}`);
    await writeSection('likes', text);
  } finally {
    await database.close();
  }
}
