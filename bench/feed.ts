/** The feed page as a signed-in member asks for it, beside a bare server that answers the same bytes. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BenchChild, startChild, startServer } from './child.ts';
import { type BenchDatabase, benchSignIn, createBenchDatabase, feedSize } from './database.ts';
import { type Load, measureLoad } from './load.ts';
import { measureMemory } from './memory.ts';
import { describeMachine, readColumn, toTable, writeSection } from './report.ts';
import { countStatements } from './statements.ts';

const CONNECTIONS = [1, 16, 64];
const DEEP_PAGES = 40;
const pages = {
  Popular: '/api/post/getAllPost?limit=20',
  Latest: '/api/post/getAllPost?limit=20&sort=latest',
  'Top rated': '/api/post/toprated?limit=20',
};

export type FeedOptions = { seconds: number; runs: number; posts: number };
type Row = { name: string; connections: number; load: Load; statements: number | null; memory: number };

const say = (line: string): void => console.log(line);
type Answer = { body: unknown; nextCursor: string | null };

async function ask(origin: string, url: string, token: string): Promise<Answer> {
  const response = await fetch(origin + url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Answer;
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(benchSignIn),
  });
  const answer = (await response.json()) as { body: { token: string } };
  return answer.body.token;
}

/** The address of a page far down the feed. */
async function findDeepPage(origin: string, token: string): Promise<string> {
  let url = '/api/post/getAllPost?limit=100';
  for (let page = 0; page < DEEP_PAGES; page++) {
    const { nextCursor } = await ask(origin, url, token);
    if (nextCursor === null) break;
    url = `/api/post/getAllPost?limit=100&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return url.replace('limit=100', 'limit=20');
}

async function measurePages(
  server: BenchChild,
  token: string,
  targets: { name: string; url: string; statements: number | null }[],
  options: FeedOptions,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, url, statements } of targets) {
    for (const connections of CONNECTIONS) {
      const load = await measureLoad(`http://127.0.0.1:${server.port}${url}`, token, connections, options);
      const memory = Math.round(await measureMemory(server.child.pid ?? 0));
      say(`  ${name}, ${connections} at once: ${Math.round(load.requestsPerSecond)} a second`);
      rows.push({ name, connections, load, statements, memory });
    }
  }
  return rows;
}

async function measureBare(folder: string, bytes: string, options: FeedOptions): Promise<Row[]> {
  const file = path.join(folder, 'answer.json');
  await writeFile(file, bytes);
  const bare = await startChild('bare-process.ts', { BENCH_BODY: file });
  try {
    return await measurePages(bare, '', [{ name: 'Bare Node server', url: '/', statements: null }], options);
  } finally {
    await bare.stop();
  }
}

async function measureAll(database: BenchDatabase, options: FeedOptions): Promise<{ rows: Row[]; bytes: number }> {
  const server = await startServer(database);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const token = await signIn(origin);
    const urls = { ...pages, 'Page 200 of Popular': await findDeepPage(origin, token) };
    const counts = await countStatements(database, token, Object.values(urls));
    const targets = Object.entries(urls).map(([name, url], index) => ({
      name,
      url,
      statements: counts[index] ?? null,
    }));
    const response = await fetch(origin + pages.Popular, { headers: { authorization: `Bearer ${token}` } });
    const answer = await response.text();
    const rows = await measurePages(server, token, targets, options);
    return {
      rows: [...rows, ...(await measureBare(database.folder, answer, options))],
      bytes: Buffer.byteLength(answer),
    };
  } finally {
    await server.stop();
  }
}

function describe(
  rows: Row[],
  before: Map<string, string>,
  { bytes, version, seconds }: { bytes: number; version: string; seconds: number },
  options: FeedOptions,
): string {
  const heads = ['List', 'At once', 'Requests/s', 'Before', 'p50 ms', 'p99 ms', 'Statements', 'Server MB'];
  const cells = rows.map(({ name, connections, load, statements, memory }) => [
    name,
    connections,
    Math.round(load.requestsPerSecond),
    Number(before.get([name, connections].join()) ?? 0),
    load.p50,
    load.p99,
    statements ?? 0,
    memory,
  ]);
  return `## Feed page

20 posts with authors, newest likes and first comments, signed in, ${bytes.toLocaleString('en-US')} bytes uncompressed, on a generated database of
${options.posts.toLocaleString('en-US')} posts (made in ${Math.round(seconds)} s). Server, database and load generator share the machine. Each line is the median of
${options.runs} runs of ${options.seconds} s after a warm-up; statements are per request, session check included; latencies are whole milliseconds.
"Before" is what this table held before the run, measured on the version and the machine of that time (0: nothing).

${describeMachine()}, ${version}. Command: \`npm run bench -- feed\`.

${toTable(heads, cells)}`;
}

/** Generates, measures, prints and writes the table; about five minutes. Leaves no process and no folder behind. */
export async function benchFeed(options: FeedOptions): Promise<void> {
  const share = options.posts / feedSize.posts;
  const members = Math.max(60, Math.round(feedSize.members * share));
  say(`Generating ${options.posts.toLocaleString('en-US')} posts …`);
  const size = {
    ...feedSize,
    members,
    posts: options.posts,
    conversations: Math.round(feedSize.conversations * share),
  };
  const database = await createBenchDatabase(size, (line) => say(`  ${line}`));
  try {
    say(`Generated in ${database.generatedSeconds.toFixed(1)} s. Measuring …`);
    const { rows, bytes } = await measureAll(database, options);
    const { rows: found } = await database.pool.pool.query<{ server_version: string }>('SHOW server_version');
    const version = `PostgreSQL ${found[0]?.server_version ?? ''}`;
    const before = await readColumn('feed', 2, 2);
    const text = describe(rows, before, { bytes, version, seconds: database.generatedSeconds }, options);
    say(`\n${text}`);
    await writeSection('feed', text);
  } finally {
    await database.close();
  }
}
